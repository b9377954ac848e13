"""What the papers print against what was measured here."""

import json
import time

from pride.provenance import commit

STARTED = time.time()
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
        csv=report(
            "<results>/scorecard.csv",
            caption="../report/scorecard.rst",
            category="scorecard",
            labels={"shows": "Every published number and claim, with its verdict"},
        ),
        markdown_page="<results>/scorecard.md",
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


rule agreement:
    """All numbers in one picture, published against measured."""
    input:
        scores=[rules.scorecard.output.csv],
        style=here("config/figure.mplstyle"),
        library=library_of("draw.py", "pride.figures.agreement"),
    output:
        svg=report(
            "<results>/figures/agreement.svg",
            caption="../report/scorecard.rst",
            category="scorecard",
            labels={"shows": "Published against measured, all papers"},
        ),
        png="<results>/figures/agreement.png",
    log:
        "<logs>/figures/agreement.log",
    conda:
        "../../environment.yml"
    params:
        figure="agreement.agreement",
        scale=config["scale"],
    message:
        "Drawing published against measured"
    script:
        "../scripts/draw.py"


rule verdicts_as_expected:
    """Fail if a verdict on a built paper, at its own scale, is not the expected one;
    one on data that nobody had before is new."""
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
    """The summary of the scorecard, between its markers in README.md, if no data lack."""
    input:
        summary=rules.scorecard.output.summary_text,
        scorecard=rules.scorecard.output.csv,
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


rule provenance:
    """What the build was made of, and the times of its jobs; waits for all of them."""
    input:
        wanted(*PAPERS),
        scores=scores_at_hand,
        shown=lambda wildcards: [one["path"] for one in shown_at_hand()],
        judged=[rules.scorecard.output.csv, rules.agreement.output.svg],
        library=sorted(PLAN),  # of which it writes down what they are
    output:
        record=update("<results>/provenance.json"),
        fingerprints="<results>/made_from.json",
        times="<results>/times.csv",
    log:
        "<logs>/provenance.log",
    conda:
        "../../environment.yml"
    params:
        previous=lambda wildcards, output: output.record,
        benchmarks=lambda wildcards: workflow.pathvars.apply("<benchmarks>"),
        patterns=lambda wildcards: benchmark_patterns(),
        settings={key: config[key] for key in ("scale", "seed", "papers")},
        origins=lambda wildcards: at_hand(needed_data(PAPERS)),
        root=here("."),
    message:
        "Writing down what the build was made of"
    script:
        "../scripts/record_build.py"


use rule agreement as times with:
    # Where the time of the build went.
    input:
        scores=[rules.provenance.output.times],
        style=here("config/figure.mplstyle"),
        library=library_of("draw.py", "pride.figures.times"),
    output:
        svg=report(
            "<results>/figures/times.svg",
            caption="../report/scorecard.rst",
            category="scorecard",
            labels={"shows": "Where the time of the build went"},
        ),
        png="<results>/figures/times.png",
    log:
        "<logs>/figures/times.log",
    params:
        figure="times.times",
        scale=config["scale"],


rule page:
    """One page with every published number, figure and table; needs no network."""
    input:
        lambda wildcards: [one["path"] for one in shown_at_hand()],
        scorecard=rules.scorecard.output.csv,
        record=rules.provenance.output.record,
        jobs=rules.provenance.output.times,
        pictures=[rules.agreement.output.svg, rules.times.output.svg],
        template=here("workflow/page/page.html"),
        style=here("workflow/page/page.css"),
        behaviour=here("workflow/page/page.js"),
        readings=here("docs/readings.md"),
        citation=here("CITATION.cff"),
        library=library_of("make_page.py"),
    output:
        html_page="<results>/scorecard.html",
    log:
        "<logs>/page.log",
    conda:
        "../../environment.yml"
    params:
        catalogue=lambda wildcards: shown_at_hand(),
        datasets=lambda wildcards: data_described(),
        papers=PAPERS,
        scale=config["scale"],
    message:
        "Putting everything on one page"
    script:
        "../scripts/make_page.py"


onstart:
    facts = {"started": STARTED, "cores": workflow.cores, "commit": commit(ROOT)}
    os.environ.update(PRIDE_BUILD=json.dumps(facts))  # for the jobs


onsuccess:
    results = Path(workflow.pathvars.apply("<results>"))
    summary = results / "summary.md"
    if summary.exists() and summary.stat().st_mtime > STARTED:
        print(f"Scorecard: {results}/scorecard.html (or .md, .csv; summary.md)")
        print(f"Figures and tables: {results}/<paper>/figures and tables")
    for name in (".verdicts_as_expected", ".readme_updated"):
        told = results / name
        if told.exists() and told.stat().st_mtime > STARTED:
            print(told.read_text("utf-8"), end="")


onerror:
    print(
        "The build stopped. Finished results stay, and the next run goes on from here."
    )
