"""E. Krupka, A. Navot, N. Tishby: Learning to select features, JMLR 2008."""


rule properties2008:
    """Target: all that is rebuilt of this paper."""
    input:
        wanted("properties2008"),
    message:
        "properties2008: done"
