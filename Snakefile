# The tables and figures of four papers on feature selection, rebuilt from data.
#
#   data.smk        fetch, prepare              results/data/{dataset}.npz
#   <paper>.smk     measure, tabulate, draw     <results>/<paper>/{experiment}/{dataset}/{method}.csv
#                                               <results>/<paper>/tables, <results>/<paper>/figures
#   own.smk         every method, your data      <results>/own/{dataset}/
#   scorecard.smk   compare with the papers     <results>/scorecard.csv, .md, .html,
#                                               <results>/figures
#
# <results> is results/ at the scale of the papers, results/quick/ at the scale quick.
#
#   snakemake --cores 2                           everything, at the papers' own scale
#   snakemake --cores 2 --config scale=quick      everything, with fewer repeats
#   snakemake --cores 2 margin2004                one paper

from snakemake.utils import min_version

min_version("9.27")


configfile: "config/config.yaml"
configfile: "config/margin2004.yaml"
configfile: "config/gmeb2004.yaml"
configfile: "config/properties2008.yaml"
configfile: "config/lmba2009.yaml"
configfile: "config/own.yaml"


include: "workflow/rules/common.smk"
include: "workflow/rules/experiments.smk"
include: "workflow/rules/shown.smk"
include: "workflow/rules/data.smk"
include: "workflow/rules/margin2004.smk"
include: "workflow/rules/margin2004_challenge.smk"
include: "workflow/rules/margin2004_faces.smk"
include: "workflow/rules/margin2004_multiclass.smk"
include: "workflow/rules/margin2004_passes.smk"
include: "workflow/rules/margin2004_theory.smk"
include: "workflow/rules/gmeb2004.smk"
include: "workflow/rules/gmeb2004_theory.smk"
include: "workflow/rules/gmeb2004_limits.smk"
include: "workflow/rules/gmeb2004_selection.smk"
include: "workflow/rules/gmeb2004_tables.smk"
include: "workflow/rules/gmeb2004_readings.smk"
include: "workflow/rules/properties2008.smk"
include: "workflow/rules/properties2008_digits.smk"
include: "workflow/rules/properties2008_landscape.smk"
include: "workflow/rules/properties2008_pairs.smk"
include: "workflow/rules/properties2008_theory.smk"
include: "workflow/rules/properties2008_patches.smk"
include: "workflow/rules/properties2008_recognition.smk"
include: "workflow/rules/lmba2009.smk"
include: "workflow/rules/lmba2009_ranking.smk"
include: "workflow/rules/lmba2009_accuracy.smk"
include: "workflow/rules/lmba2009_gender.smk"
include: "workflow/rules/lmba2009_theory.smk"
include: "workflow/rules/own.smk"
include: "workflow/rules/scorecard.smk"


for step in workflow.rules:
    if "library" in step.input.keys():
        step.set_params(made_of=made_of)


rule all:
    default_target: True
    input:
        wanted(*PAPERS, "own"),
        rules.scorecard.output,
        rules.page.output,
        rules.verdicts_as_expected.output,
        README,
    message:
        "Everything that can be built is built"
