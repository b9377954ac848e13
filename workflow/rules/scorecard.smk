"""What the papers print against what was measured here."""

import time

from pride.provenance import commit, provenance

STARTED, COMMIT = time.time(), commit(ROOT)
README = []
if config["scale"] == "paper" and Path("README.md").exists():
    README = ["results/.readme_updated"]


rule scorecard:
    """One row per published number or claim, with the verdict."""
    input:
        published=PUBLISHED,
        scores=scores_at_hand,
        library=library_of("judge.py"),
    output:
        csv=report("<results>/scorecard.csv", category="scorecard"),
        markdown_page="<results>/scorecard.md",
        html_page="<results>/scorecard.html",
        summary_text="<results>/summary.md",
    log:
        "<logs>/scorecard.log",
    conda:
        "../../environment.yml"
    params:
        papers=lambda wildcards: [p for p in PAPERS for _ in scores_of(p)],
        scale=config["scale"],
    message:
        "Judging every published number"
    script:
        "../scripts/judge.py"


rule verdicts_as_expected:
    """Fail if a verdict on a built paper, at its own scale, is not the expected one."""
    input:
        scorecard=rules.scorecard.output.csv,
        library=library_of("check_verdicts.py"),
    output:
        checked="<results>/.verdicts_as_expected",
    log:
        "<logs>/verdicts_as_expected.log",
    conda:
        "../../environment.yml"
    params:
        papers=PAPERS,
        absent=absent_data,
        scale=config["scale"],
    message:
        "Checking that every verdict is the expected one"
    script:
        "../scripts/check_verdicts.py"


rule readme:
    """The summary of the scorecard, between its markers in README.md."""
    input:
        summary=rules.scorecard.output.summary_text,
        library=library_of("update_readme.py"),
    output:
        done="results/.readme_updated",
    log:
        "<logs>/readme.log",
    conda:
        "../../environment.yml"
    params:
        readme="README.md",
    message:
        "Putting the scorecard into README.md"
    script:
        "../scripts/update_readme.py"


onsuccess:
    results = Path(workflow.pathvars.apply("<results>"))
    summary = results / "summary.md"
    if summary.exists() and summary.stat().st_mtime > STARTED:
        seconds = time.time() - STARTED
        record = provenance(COMMIT, config, data_at_hand(), workflow.cores, seconds)
        (results / "provenance.json").write_text(
            json.dumps(record, indent=2) + "\n"
        )
        print(f"Scorecard: {results}/scorecard.html (or .md, .csv; summary.md)")
        print(f"Figures and tables: {results}/<paper>/figures and tables")


onerror:
    print(
        "The build stopped. Finished results stay, and the next run goes on from here."
    )
