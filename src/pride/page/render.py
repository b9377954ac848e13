"""From facts to one page that needs nothing else."""

from jinja2 import Environment, StrictUndefined

from pride.figures.times import minutes


def render(template, **facts):
    """Fill the template; a name that it asks for and nobody gives is an error."""
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["minutes"] = minutes
    return environment.from_string(template).render(**facts)
