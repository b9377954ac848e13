"""Y. Li, B.-L. Lu: Loss-margin based feature selection, Pattern Recognition 2009."""

LMBA2009 = config["lmba2009"] if "lmba2009" in PAPERS else {}
LMBA2009_SELECTORS = [
    f"pride.selectors.{method}" for method in ("lmba", "simba", "fsfs", "relief")
]


rule lmba2009:
    """Target: all that is rebuilt of this paper."""
    input:
        wanted("lmba2009"),
    message:
        "lmba2009: done"
