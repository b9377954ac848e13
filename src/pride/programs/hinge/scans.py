"""What is used up first, and sums of rows: loops over all points or features.

Of all that would be violated first, up to a tolerance, ratio tests take what moves
fastest (Harris, Mathematical Programming 5, 1973): small pivots ruin an inverse.
"""

from pride.compiled import compiled_roughly

TOLERANCE = 1e-10  # by which a constraint may be violated on the way
SMALL = 1e-9  # a pivot below this is none
NONE = -1
NEVER = 1e300


@compiled_roughly
def sooner(slack, rate, until):
    """When the first slack has been used up and exceeded by the tolerance."""
    for i in range(slack.shape[0]):
        if max(slack[i], 0.0) + TOLERANCE < until * rate[i] and rate[i] > SMALL:
            until = (max(slack[i], 0.0) + TOLERANCE) / rate[i]
    return until


@compiled_roughly
def fastest(slack, rate, until):
    """Which slack of those that are used up by a time falls fastest; NONE for none."""
    most = SMALL
    for i in range(slack.shape[0]):
        most = max(most, rate[i] if slack[i] < until * rate[i] else 0.0)
    if most > SMALL:
        for i in range(slack.shape[0]):
            if rate[i] == most and slack[i] < until * rate[i]:
                return i
    return NONE


@compiled_roughly
def add_products(factors, matrix, places, total):
    """Add sum_r factors_r times row places_r of a matrix, four rows at a time."""
    whole = places.shape[0] // 4 * 4
    for r in range(0, whole, 4):
        a, b, c, d = factors[r], factors[r + 1], factors[r + 2], factors[r + 3]
        p, q = matrix[places[r]], matrix[places[r + 1]]
        s, t = matrix[places[r + 2]], matrix[places[r + 3]]
        for i in range(total.shape[0]):
            total[i] += (a * p[i] + b * q[i]) + (c * s[i] + d * t[i])
    for r in range(whole, places.shape[0]):
        a, p = factors[r], matrix[places[r]]
        for i in range(total.shape[0]):
            total[i] += a * p[i]
