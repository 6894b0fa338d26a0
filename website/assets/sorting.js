// Lets a reader sort the table of games: a click on a head sorts by its column, another turns it round.
document.querySelectorAll("table").forEach((table) => {
  const heads = [...table.querySelectorAll("thead th")];
  if (heads.length < 3 || heads[0].textContent.trim() !== "game") return;
  const valueOf = (row, column) => row.cells[column].textContent.trim();
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const order = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order > 0 ? "ascending" : "descending");
      const rows = [...table.tBodies[0].rows].sort((first, second) => {
        const [one, two] = [valueOf(first, column), valueOf(second, column)];
        const numbers = parseFloat(one) - parseFloat(two);
        return order * (Number.isNaN(numbers) ? one.localeCompare(two) : numbers);
      });
      table.tBodies[0].append(...rows);
    });
  });
});
