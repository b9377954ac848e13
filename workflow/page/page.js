// Filters, search and links into folded tables. Without it the page shows everything.
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const rows = all("tr[data-verdict]").map((row) => ({
    row,
    item: row.closest(".item"),
    text: `${row.id} ${row.closest(".item").querySelector("h3 a").textContent} ${row.textContent}`.toLowerCase(),
  }));
  const form = document.getElementById("filters");
  const search = document.getElementById("search");
  const found = document.getElementById("found");
  const papers = all("button[data-paper]", form);
  const verdicts = all("button[data-verdict]", form);
  const pressed = (button) => button.getAttribute("aria-pressed") === "true";
  const press = (button, on) => button.setAttribute("aria-pressed", on);

  function apply() {
    const paper = papers.find(pressed).dataset.paper;
    const wanted = verdicts.filter(pressed).map((button) => button.dataset.verdict);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const narrowed = wanted.length > 0 || words.length > 0;
    const hits = new Map();
    let count = 0;
    for (const { row, item, text } of rows) {
      const fits =
        (!paper || row.dataset.paper === paper) &&
        (!wanted.length || wanted.includes(row.dataset.verdict)) &&
        words.every((word) => text.includes(word));
      row.hidden = !fits;
      if (fits) {
        count += 1;
        hits.set(item, (hits.get(item) || 0) + 1);
      }
    }
    for (const item of all(".item")) {
      item.hidden = narrowed && !hits.has(item);
      const details = item.querySelector("details.rows");
      if (details) details.open = narrowed && hits.has(item);
    }
    for (const work of all(".work[data-paper]"))
      work.hidden =
        (paper && work.dataset.paper !== paper) ||
        (narrowed && !all(".item", work).some((item) => !item.hidden));
    document.body.classList.toggle("narrowed", narrowed);
    const stuck = form.parentElement.getBoundingClientRect().top <= 0;
    if (stuck) document.getElementById("papers").scrollIntoView();
    found.textContent = narrowed || paper ? `${count} of ${rows.length} rows` : "";
  }

  for (const button of papers)
    button.addEventListener("click", () => {
      papers.forEach((other) => press(other, other === button));
      apply();
    });
  for (const button of verdicts)
    button.addEventListener("click", () => {
      press(button, !pressed(button));
      apply();
    });
  search.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && document.activeElement === search) {
      search.value = "";
      apply();
    }
  });

  // A link to a row that is folded away or filtered out brings it back.
  function reveal() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) {
      papers.forEach((button) => press(button, button.dataset.paper === ""));
      verdicts.forEach((button) => press(button, false));
      search.value = "";
      apply();
    }
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    all("details.readings", target).forEach((details) => (details.open = true));
    target.scrollIntoView();
  }

  const folded = () => all("details").filter((details) => !details.open);
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = folded();
    opened.forEach((details) => (details.open = true));
  });
  addEventListener("afterprint", () => opened.forEach((details) => (details.open = false)));
  addEventListener("hashchange", reveal);
  form.hidden = false;
  if (location.hash) reveal();
})();
