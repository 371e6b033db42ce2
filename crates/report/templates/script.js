(function () {
  "use strict";
  var filters = document.querySelector(".filters");
  if (filters) {
    filters.hidden = false;
    var apply = function () {
      var words = document.getElementById("search").value.toLowerCase();
      var kinds = {};
      document.querySelectorAll(".kind").forEach(function (box) { kinds[box.value] = box.checked; });
      document.querySelectorAll("article[data-kind], nav li").forEach(function (item) {
        var shown = kinds[item.dataset.kind] !== false && item.textContent.toLowerCase().indexOf(words) >= 0;
        item.hidden = !shown;
      });
    };
    filters.addEventListener("input", apply);
  }
  document.querySelectorAll(".strip ol").forEach(function (strip) {
    var steps = strip.children, at = -1;
    strip.tabIndex = 0;
    var go = function (to) {
      if (to < 0 || to >= steps.length) return;
      if (at >= 0) steps[at].classList.remove("current");
      at = to;
      steps[at].classList.add("current");
      var box = strip.closest(".pair") || strip;
      box.scrollTo({ left: steps[at].offsetLeft - box.offsetLeft - 40, behavior: "smooth" });
    };
    strip.addEventListener("keydown", function (event) {
      if (event.key === "ArrowRight") { go(at + 1); event.preventDefault(); }
      if (event.key === "ArrowLeft") { go(at - 1); event.preventDefault(); }
    });
    strip.addEventListener("click", function (event) {
      var step = event.target.closest("li");
      if (step) go(Array.prototype.indexOf.call(steps, step));
    });
  });
})();
