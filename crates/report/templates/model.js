(function () {
  "use strict";
  var model = JSON.parse(document.getElementById("data").textContent);
  var canvas = document.getElementById("canvas"), pen = canvas.getContext("2d");
  var detail = document.getElementById("detail"), search = document.getElementById("search");
  document.getElementById("graph").hidden = false;
  document.getElementById("controls").hidden = false;
  document.getElementById("list").open = false;
  var by = {}, chosen = null, hits = {}, W = 150, H = 40;
  model.states.forEach(function (s) { by[s.id] = s; s.out = []; });
  model.edges.forEach(function (e) { if (by[e.from]) by[e.from].out.push(e); });
  var view = { x: 0, y: 0, zoom: 1 };
  var hues = {}, count = 0;
  function hue(name) { if (!(name in hues)) hues[name] = (count++ * 137) % 360; return hues[name]; }
  function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }
  function draw() {
    var ratio = window.devicePixelRatio || 1, box = canvas.getBoundingClientRect();
    if (canvas.width !== Math.round(box.width * ratio)) { canvas.width = Math.round(box.width * ratio); }
    if (canvas.height !== Math.round(box.height * ratio)) { canvas.height = Math.round(box.height * ratio); }
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    var z = view.zoom * ratio;
    pen.setTransform(z, 0, 0, z, view.x * ratio, view.y * ratio);
    pen.lineWidth = 1;
    pen.strokeStyle = colour("--line");
    pen.beginPath();
    model.edges.forEach(function (e) {
      if (e.to === null || e.to === e.from || !by[e.to] || !by[e.from]) return;
      line(by[e.from], by[e.to]);
    });
    pen.stroke();
    if (chosen) {
      pen.strokeStyle = colour("--accent"); pen.lineWidth = 2; pen.beginPath();
      chosen.out.forEach(function (e) { if (by[e.to] && e.to !== e.from) line(chosen, by[e.to]); });
      pen.stroke();
    }
    model.states.forEach(function (s) {
      pen.fillStyle = "hsl(" + hue(s.activity) + " 45% " + (matchMedia("(prefers-color-scheme: dark)").matches ? "28%" : "88%") + ")";
      pen.fillRect(s.x, s.y, W, H);
      pen.lineWidth = s === chosen || hits[s.id] ? 3 : 1;
      pen.strokeStyle = hits[s.id] ? colour("--mark") : s === chosen ? colour("--accent") : colour("--soft");
      pen.strokeRect(s.x, s.y, W, H);
      if (view.zoom > 0.35) {
        pen.fillStyle = colour("--ink");
        pen.font = "12px system-ui, sans-serif";
        pen.fillText(short(s.activity), s.x + 6, s.y + 16, W - 12);
        pen.fillText(s.id + (s.window === "page" ? "" : " " + s.window) + " · " + s.visits, s.x + 6, s.y + 32, W - 12);
      }
    });
  }
  function short(name) { return name.split(".").pop() || name; }
  function line(a, b) {
    pen.moveTo(a.x + W, a.y + H / 2);
    if (b.x > a.x) pen.bezierCurveTo(a.x + W + 20, a.y + H / 2, b.x - 20, b.y + H / 2, b.x, b.y + H / 2);
    else pen.quadraticCurveTo((a.x + b.x + W) / 2, Math.min(a.y, b.y) - 20, b.x + W / 2, b.y);
  }
  function fit() {
    var box = canvas.getBoundingClientRect(), l = Infinity, t = Infinity, r = -Infinity, b = -Infinity;
    model.states.forEach(function (s) { l = Math.min(l, s.x); t = Math.min(t, s.y); r = Math.max(r, s.x + W); b = Math.max(b, s.y + H); });
    if (!model.states.length) return;
    view.zoom = Math.min(1, box.width / (r - l + 40), box.height / (b - t + 40));
    view.x = box.width / 2 - view.zoom * (l + r) / 2;
    view.y = box.height / 2 - view.zoom * (t + b) / 2;
    draw();
  }
  function at(event) {
    var box = canvas.getBoundingClientRect();
    var x = (event.clientX - box.left - view.x) / view.zoom, y = (event.clientY - box.top - view.y) / view.zoom;
    return model.states.filter(function (s) { return x >= s.x && x <= s.x + W && y >= s.y && y <= s.y + H; })[0] || null;
  }
  function put(tag, text, into) { var e = document.createElement(tag); e.textContent = text; into.appendChild(e); return e; }
  function show(s) {
    chosen = s;
    detail.textContent = "";
    put("h2", "State " + s.id, detail);
    put("p", s.activity + (s.window === "page" ? "" : " (" + s.window + ")") + ", " + s.visits + " visits", detail);
    if (s.picture) { var img = document.createElement("img"); img.src = s.picture; img.alt = "a screen of this state"; img.loading = "lazy"; detail.appendChild(img); }
    if (s.reason) put("p", s.reason, detail);
    put("h3", s.out.length + " events", detail);
    var list = put("ul", "", detail);
    s.out.forEach(function (e) {
      var item = put("li", e.words + " ×" + e.count + " → ", list);
      if (e.to === null || !by[e.to]) { item.append("outside"); return; }
      var link = put("a", String(e.to), item); link.href = "#" + e.to;
      link.onclick = function (event) { event.preventDefault(); centre(by[e.to]); };
    });
    draw();
  }
  function centre(s) {
    var box = canvas.getBoundingClientRect();
    view.zoom = Math.max(view.zoom, 0.7);
    view.x = box.width / 2 - view.zoom * (s.x + W / 2); view.y = box.height / 2 - view.zoom * (s.y + H / 2);
    show(s);
  }
  var drag = null;
  canvas.addEventListener("pointerdown", function (e) { drag = { x: e.clientX, y: e.clientY, moved: false }; canvas.setPointerCapture(e.pointerId); });
  canvas.addEventListener("pointermove", function (e) {
    if (!drag) return;
    var dx = e.clientX - drag.x, dy = e.clientY - drag.y;
    if (Math.abs(dx) + Math.abs(dy) > 3) drag.moved = true;
    if (drag.moved) { view.x += dx; view.y += dy; drag.x = e.clientX; drag.y = e.clientY; draw(); }
  });
  canvas.addEventListener("pointerup", function (e) { var was = drag; drag = null; if (was && !was.moved) { var s = at(e); if (s) show(s); } });
  canvas.addEventListener("wheel", function (e) {
    e.preventDefault();
    var box = canvas.getBoundingClientRect(), by = Math.exp(-e.deltaY / 500), zoom = Math.min(4, Math.max(0.03, view.zoom * by));
    var mx = e.clientX - box.left, my = e.clientY - box.top;
    view.x = mx - (mx - view.x) * zoom / view.zoom; view.y = my - (my - view.y) * zoom / view.zoom; view.zoom = zoom;
    draw();
  }, { passive: false });
  search.addEventListener("input", function () {
    var words = search.value.toLowerCase(); hits = {};
    var found = words ? model.states.filter(function (s) {
      return (s.id + " " + s.activity + " " + s.reason + " " + s.out.map(function (e) { return e.words; }).join(" ")).toLowerCase().indexOf(words) >= 0;
    }) : [];
    found.forEach(function (s) { hits[s.id] = true; });
    document.getElementById("hits").textContent = words ? found.length + " found" : "";
    if (found.length) centre(found[0]); else draw();
  });
  document.getElementById("fit").onclick = fit;
  window.addEventListener("resize", draw);
  fit();
  if (by[model.start]) centre(by[model.start]);
})();
