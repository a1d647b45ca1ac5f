for (const table of document.querySelectorAll("table.sortable")) {
  table.querySelectorAll("thead th").forEach((head, column) => {
    const sort = () => {
      const body = table.tBodies[0];
      const down = head.getAttribute("aria-sort") === "ascending";
      const value = row => {
        const text = row.cells[column] ? row.cells[column].textContent : "";
        const number = parseFloat(text.replace(/,/g, ""));
        return Number.isNaN(number) ? text : number;
      };
      const rows = [...body.rows].sort((a, b) => {
        const x = value(a), y = value(b);
        if (x === "–" || y === "–") {
          // What isn't known comes last, whichever way.
          return (x === y ? 0 : x === "–" ? 1 : -1) * (down ? -1 : 1);
        }
        return typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", {numeric: true});
      });
      table.querySelectorAll("th").forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      body.append(...(down ? rows.reverse() : rows));
    };
    head.tabIndex = 0;
    head.addEventListener("click", sort);
    head.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        sort();
      }
    });
  });
}
for (const table of document.querySelectorAll("table.choose")) {
  const rows = [...table.tBodies[0].rows];
  const chosen = {};
  const line = document.createElement("div");
  line.className = "filters";
  for (const [kind, name] of [["replication", "Replicated"], ["failures", "Tolerates"]]) {
    const values = [...new Set(rows.map(row => row.dataset[kind]).filter(Boolean))].sort();
    if (values.length < 2) continue;
    const select = document.createElement("select");
    select.append(new Option("all", ""), ...values.map(value => new Option(value, value)));
    select.addEventListener("change", () => {
      chosen[kind] = select.value;
      for (const row of rows) {
        row.hidden = Object.entries(chosen).some(([of, value]) => value && row.dataset[of] !== value);
      }
    });
    const label = document.createElement("label");
    label.append(name, select);
    line.append(label);
  }
  table.closest(".scroll").before(line);
}
for (const table of document.querySelectorAll("table.numbers")) {
  const button = document.createElement("button");
  button.textContent = "Save as CSV";
  button.addEventListener("click", () => {
    const field = cell => {
      const shown = cell.textContent.replace(/^–$/, "").replace(/(\d),(?=\d{3})/g, "$1");
      // A spreadsheet takes what begins so for a formula, unless it is a number.
      const formula = /^[=+\-@\t\r]/.test(shown) && !/^[+-][\d.]+( ?%)?$/.test(shown);
      const text = formula ? "'" + shown : shown;
      return /[",\n\r]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
    };
    const lines = [...table.rows].map(row => [...row.cells].map(field).join(",") + "\n");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(lines, {type: "text/csv"}));
    link.download = table.closest("[id]").id + ".csv";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  table.closest(".scroll").after(button);
}
