// The elements of a selector that a press would not reach, once each has been scrolled into view.
(selector) =>
  [...document.querySelectorAll(selector)]
    .filter((one) => one.getClientRects().length)
    .filter((one) => {
      one.scrollIntoView({ block: "center", inline: "center" });
      const box = one.getBoundingClientRect();
      const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return !one.contains(there) && !there?.contains(one);
    })
    .map((one) => one.outerHTML.slice(0, 100));
