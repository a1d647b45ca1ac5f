for (const table of document.querySelectorAll("table.sortable")) {
  table.querySelectorAll("thead th").forEach((head, column) => {
    head.addEventListener("click", () => {
      const body = table.tBodies[0];
      const down = head.getAttribute("aria-sort") === "ascending";
      const value = row => {
        const text = row.cells[column] ? row.cells[column].textContent : "";
        const number = parseFloat(text.replace(/,/g, ""));
        return Number.isNaN(number) ? text : number;
      };
      const rows = [...body.rows].sort((a, b) => {
        const x = value(a), y = value(b);
        return typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", {numeric: true});
      });
      table.querySelectorAll("th").forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      body.append(...(down ? rows.reverse() : rows));
    });
  });
}
