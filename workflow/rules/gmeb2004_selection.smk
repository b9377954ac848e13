"""gmeb2004, section 4: what the rules of Tables 1 and 2 share. No rules in here."""

if "selection" in config["gmeb2004"]:
    GMEB2004_SELECTION = config["gmeb2004"]["selection"]
    GMEB2004_TABLE_1 = config["gmeb2004"]["table_1"]
    GMEB2004_TABLE_2 = config["gmeb2004"]["table_2"]
    GMEB2004_TABLE_1_SCORES = collect(
        f"<results>/gmeb2004/table_1/{GMEB2004_TABLE_1['dataset']}/{{method}}.csv",
        method=GMEB2004_SELECTION["methods"],
    )
    GMEB2004_TABLE_2_SCORES = {
        dataset: f"<results>/gmeb2004/table_2/{dataset}/all_methods.csv"
        for dataset in GMEB2004_TABLE_2["datasets"]
    }
    GMEB2004_PUBLISHED = "config/published/gmeb2004.csv"
    GMEB2004_TABLES_LIBRARY = library_of(
        "show.py", "pride.figures.gmeb2004.tables", "pride.tables.gmeb2004"
    )

    def gmeb2004_measured(part, **more):
        """What a protocol is told about an experiment: `selection` and its own part."""
        common = {k: v for k, v in GMEB2004_SELECTION.items() if k != "reading"}
        return common | part | {"repeats": at_scale(part["repeats"])} | more

    def gmeb2004_real(wildcards):
        """The same for a real data set."""
        part = {k: v for k, v in GMEB2004_TABLE_2.items() if k == "repeats"}
        own = {"train": None, "positive": None, "edition": "raw"}
        own |= GMEB2004_TABLE_2["datasets"][wildcards.dataset]
        return gmeb2004_measured(part, **own)

    def gmeb2004_table_2_at_hand(wildcards):
        """Scores of the data sets of Table 2 that can be had."""
        had = at_hand(GMEB2004_TABLE_2_SCORES)
        return [path for d, path in GMEB2004_TABLE_2_SCORES.items() if d in had]
