// The recorder's page. Every text of the app is put in as text, never as markup.
'use strict';
const at = id => document.getElementById(id);
const glass = at('glass'), image = at('screen'), field = at('typed');
const OPERATIONS = ['create', 'read', 'update', 'delete', 'search', 'free'];
const TYPED = [['letters', 'random letters'], ['numbers', 'random number'], ['symbols', 'random symbols'], ['unicode', 'random unicode'], ['words', 'random words'], ['date', 'random date'], ['filename', 'random file name'], ['text', 'any random text'], ['old', 'the object’s name'], ['fixed', 'always this text']];
let told = { size: [540, 960], fields: [], targets: [], steps: [] }, mode = 'use', queue = Promise.resolve(), waiting = 0;

function make(tag, text, classes) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (classes) made.className = classes;
  return made;
}

// One request at a time, in the order they were asked for.
function ask(wish, path = 'do') {
  waiting++;
  if (wish.do !== 'look') document.body.classList.add('busy');
  queue = queue.then(async () => {
    try {
      const answer = await fetch(path, { method: 'POST', body: JSON.stringify(wish) });
      show(await answer.json());
    } catch {
      at('news').textContent = 'The recorder does not answer any more: start skink record again.';
      at('news').className = 'bad';
    }
    if (--waiting === 0) document.body.classList.remove('busy');
  });
  return queue;
}

function setMode(next) {
  mode = next;
  glass.classList.toggle('pick', mode !== 'use');
  for (const button of at('modes').children) button.setAttribute('aria-checked', button.dataset.mode === mode);
}

// The picture has the device's own pixels; a device that gives none is drawn as boxes.
const size = () => image.naturalWidth ? [image.naturalWidth, image.naturalHeight] : told.size;
function place(e) {
  const box = image.getBoundingClientRect();
  return { x: Math.round((e.clientX - box.left) * size()[0] / box.width), y: Math.round((e.clientY - box.top) * size()[1] / box.height) };
}
const inside = (p, [l, t, r, b]) => p.x >= l && p.x < r && p.y >= t && p.y < b;
function put(element, [l, t, r, b]) {
  const box = image.getBoundingClientRect(), across = box.width / size()[0], down = box.height / size()[1];
  element.style.left = l * across + 'px'; element.style.top = t * down + 'px';
  element.style.width = (r - l) * across + 'px'; element.style.height = (b - t) * down + 'px';
}
const area = ([l, t, r, b]) => (r - l) * (b - t);
const smallest = (all, p) => all.filter(b => inside(p, b)).sort((a, b) => area(a) - area(b))[0];

// ---- the screen ----
let pressed = null;
glass.onpointermove = e => {
  const p = place(e), over = smallest(told.targets.map(t => t.bounds), p);
  at('aim').hidden = !over || !field.hidden;
  if (over) put(at('aim'), over);
  const named = over && told.targets.find(t => t.bounds === over);
  glass.title = named ? named.label : '';
};
glass.onpointerleave = () => { at('aim').hidden = true; };
glass.onpointerdown = e => {
  if (e.target === field) return;
  e.preventDefault();
  if (!field.hidden) return leaveField(true);
  pressed = { ...place(e), since: e.timeStamp };
};
glass.onpointerup = e => {
  if (!pressed) return;
  const from = pressed, to = place(e), p = { x: from.x, y: from.y };
  pressed = null;
  if (mode !== 'use') { ask({ do: mode, ...p }); return setMode('use'); }
  const dx = to.x - from.x, dy = to.y - from.y;
  if (Math.max(Math.abs(dx), Math.abs(dy)) > size()[0] / 12) {
    const direction = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : (dy > 0 ? 'down' : 'up');
    // A finger drawn up shows what is below.
    if (direction === 'up') return ask({ do: 'scroll', ...p, direction: 'down' });
    if (direction === 'down') return ask({ do: 'scroll', ...p, direction: 'up' });
    return ask({ do: 'swipe', ...p, direction });
  }
  if (e.timeStamp - from.since > 500) return ask({ do: 'long', ...p });
  const box = smallest(told.fields, p);
  if (box) return enterField(box, p);
  ask({ do: 'tap', ...p });
};
let wheel = 0;
glass.onwheel = e => {
  e.preventDefault();
  if (e.timeStamp - wheel < 400) return;
  wheel = e.timeStamp;
  ask({ do: 'scroll', ...place(e), direction: e.deltaY > 0 ? 'down' : 'up' });
};
function enterField(box, p) {
  put(field, box);
  field.hidden = false; field.value = ''; field.dataset.x = p.x; field.dataset.y = p.y;
  field.placeholder = 'type, then Enter';
  at('aim').hidden = true;
  setTimeout(() => field.focus());
}
function leaveField(keep) {
  if (field.hidden) return;
  field.hidden = true;
  if (keep && field.value) ask({ do: 'type', x: +field.dataset.x, y: +field.dataset.y, text: field.value });
}
field.onkeydown = e => {
  // Enter without a text is a tap on the field.
  if (e.key === 'Enter' && !field.value) ask({ do: 'tap', x: +field.dataset.x, y: +field.dataset.y });
  if (e.key === 'Enter') leaveField(true); else if (e.key === 'Escape') leaveField(false);
};
const KEYS = { '◁ Back': { do: 'key', key: 'back' }, 'Menu': { do: 'key', key: 'menu' }, 'Enter': { do: 'key', key: 'enter' }, '⟳ Rotate': { do: 'rotate' }, 'Wait 2 s': { do: 'wait', millis: 2000 } };
at('keys').append(...Object.entries(KEYS).map(([name, wish]) => { const b = make('button', name); b.onclick = () => { leaveField(true); ask(wish); }; return b; }));
for (const button of at('modes').children) button.onclick = () => setMode(button.dataset.mode);

// ---- beside it ----
for (const id of ['undo', 'begin', 'restart']) at(id).onclick = () => ask({ do: id });
at('name').onchange = e => ask({ do: 'name', name: e.target.value });
at('data').onchange = e => ask({ do: 'data', data: e.target.value });
at('save').onclick = () => ask({}, 'save');
at('try').onclick = async () => {
  at('tried').textContent = 'Trying it from a clean start …';
  await ask({ do: 'try' });
  if (told.tried && told.tried.green) await ask({}, 'save');
};

function option(value, text, chosen) {
  const made = make('option', text);
  made.value = value; made.selected = chosen;
  return made;
}

function stepItem(step, number) {
  const item = make('li', step.words), how = make('div', undefined, 'how');
  if (step.selector) {
    const select = make('select', undefined, 'selector'), count = step.selector.matches;
    select.setAttribute('aria-label', 'Selector of step ' + number);
    select.append(...step.choices.map(c => option(c.text, c.matches === 1 ? c.text : `${c.text}   (matches ${c.matches})`, c.text === step.selector.text)));
    select.onchange = () => ask({ do: 'choose', step: number, selector: select.value });
    how.append(select, make('span', count === 1 ? '1 match' : count + ' matches', count === 1 && step.selector.right ? 'count right' : 'count many'));
  }
  if (step.types) {
    const select = make('select');
    select.setAttribute('aria-label', 'What step ' + number + ' types');
    const known = TYPED.some(([value]) => value === step.types) ? TYPED : [[step.types, step.types], ...TYPED];
    select.append(...known.map(([value, text]) => option(value, 'types ' + text, value === step.types)));
    select.onchange = () => ask({ do: 'bind', step: number, to: select.value });
    how.append(select);
  }
  const warnings = told.warnings.filter(w => w.step === number);
  item.classList.toggle('doubt', warnings.length > 0);
  item.append(how, ...warnings.map(w => make('div', w.text, 'warn')));
  return item;
}

function keep(input, value) { if (document.activeElement !== input) input.value = value; }

let drawn = '', listed = '';
function show(now) {
  const before = told;
  told = now;
  // A reply to a glance says nothing about what was done last.
  if (now.problem || now.done || now.news.length || now.screen !== before.screen) {
    at('news').textContent = [now.problem, now.done, ...now.news].filter(Boolean).join('\n');
    at('news').className = now.problem || now.news.some(n => n.startsWith('CRASH')) ? 'bad' : now.done ? 'good' : '';
  }
  if (now.screen !== drawn) {
    drawn = now.screen;
    const next = new Image();
    next.onload = () => { image.onload = boxes; image.src = next.src; glass.classList.remove('blank'); };
    next.onerror = () => { image.removeAttribute('src'); glass.classList.add('blank'); boxes(); };
    next.src = 'screen.png?' + Date.now();
  } else boxes();
  at('place').textContent = now.place;
  at('saved').textContent = now.saved.length ? `${now.file}: ${now.saved.length} function${now.saved.length > 1 ? 's' : ''}` : now.file;
  at('saved').title = now.saved.join('\n');
  keep(at('name'), now.name); keep(at('data'), now.data);
  const state = JSON.stringify([now.steps, now.way, now.operation, now.guessed, now.types, now.about, now.when, now.warnings, now.property, now.tried]);
  if (state === listed) return;
  listed = state;
  at('types').replaceChildren(...now.types.map(t => option(t, t)));
  at('operations').replaceChildren(...OPERATIONS.map(o => {
    const b = make('button', o, now.guessed && o === now.operation ? 'guess' : '');
    b.setAttribute('aria-checked', o === now.operation);
    b.dataset.operation = o;
    b.onclick = () => ask({ do: 'operation', operation: o });
    return b;
  }));
  at('way').replaceChildren(...now.way.map(line => make('li', 'first: ' + line)));
  at('steps').replaceChildren(...now.steps.map((step, i) => stepItem(step, i + 1)));
  at('hint').textContent = now.steps.length ? '' : '— do the function once on the screen, from where it begins';
  at('about').replaceChildren(...now.about.map(a => make('li', '● ' + a, 'good')));
  at('when').replaceChildren(...now.when.map((line, i) => {
    const item = make('li', 'only when ' + line), b = make('button', '×');
    b.title = 'Take it back';
    b.onclick = () => ask({ do: 'drop', number: i });
    item.append(b);
    return item;
  }));
  at('warnings').replaceChildren(...now.warnings.filter(w => !w.step).map(w => make('li', w.text, 'warn')));
  const doubts = now.warnings.length;
  at('alert').textContent = doubts ? `⚠ ${doubts} warning${doubts > 1 ? 's' : ''} above: look before you save` : '';
  const part = !now.steps.length ? 0 : now.complete && !doubts ? 2 : 1;
  [...at('guide').children].forEach((item, i) => i === part ? item.setAttribute('aria-current', 'step') : item.removeAttribute('aria-current'));
  at('property').textContent = now.property;
  at('try').disabled = !now.complete;
  at('undo').disabled = !now.steps.length && !now.way.length;
  at('begin').disabled = !now.steps.length;
  at('save').hidden = !now.tried || now.tried.green;
  const tried = at('tried');
  tried.replaceChildren();
  if (now.tried) {
    tried.append(make('b', (now.tried.green ? '✔ ' : '✘ ') + now.tried.words, now.tried.green ? 'good' : 'bad'), make('small', now.tried.notes.join('\n')));
    tried.dataset.green = now.tried.green;
  } else if (now.steps.length && !now.complete) {
    tried.append(make('small', now.property));
  }
}
function boxes() {
  if (glass.classList.contains('blank')) {
    const tall = Math.max(300, innerHeight - 200);
    image.style.height = tall + 'px'; image.style.width = tall * told.size[0] / told.size[1] + 'px';
  } else image.style.height = image.style.width = '';
  const box = (bounds, text, classes) => { const made = make('div', text, classes); put(made, bounds); return made; };
  const drawn = glass.classList.contains('blank') ? told.targets.map(t => box(t.bounds, t.label, 'drawn')) : [];
  at('boxes').replaceChildren(...drawn, ...told.object.map(bounds => box(bounds)));
}

// The boxes lie on the picture, however large it is shown.
new ResizeObserver(boxes).observe(image);
setMode('use');
ask({ do: 'look' });
// What changes by itself is seen within a second; a page that nobody looks at asks for nothing.
setInterval(() => { if (waiting === 0 && !document.hidden) ask({ do: 'look' }); }, 1000);
