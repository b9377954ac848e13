"""D. Peleg, R. Meir: Global Minimization of an Error Bound (GMEB), NIPS 2004."""


rule gmeb2004:
    """Target: all that is rebuilt of this paper."""
    input:
        wanted("gmeb2004"),
    message:
        "gmeb2004: done"
