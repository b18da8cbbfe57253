const at = id => document.getElementById(id);
const make = (tag, text, name) => { const node = document.createElement(tag); if (text !== undefined) node.textContent = text; if (name) node.className = name; return node; };
const signs = { S: '♠', H: '♥', D: '♦', C: '♣' };
let version = -1, viewer = '0', known = false, last = null, from = null;

async function act(wish) {
  const answer = await fetch('/do', { method: 'POST', body: JSON.stringify(wish) });
  if (!answer.ok) { at('note').textContent = await answer.text(); at('note').hidden = false; }
}
const play = text => { from = null; act({ do: 'play', seat: +viewer, text }); };

function card(one, offer) {
  const node = make(offer ? 'button' : 'div', undefined, 'card');
  if (offer) { node.onclick = () => play(offer.text); node.title = offer.label; }
  if (!one.face) { node.classList.add('back'); node.setAttribute('aria-label', 'a card, face down'); return node; }
  const { rank, suit, name, id, text } = one.face;
  const sign = signs[suit];
  node.append(sign && rank ? rank + sign : name || id);
  if (sign === '♥' || sign === '♦' || /red/.test(suit || '')) node.classList.add('red');
  for (const [key, value] of (text || []).slice(0, 3)) node.append(make('small', `${key} ${value}`));
  if (one.counters) for (const [key, value] of one.counters) node.append(make('small', `${key} ${value}`));
  return node;
}

function zone(one, index, offers) {
  const node = make('div', undefined, 'zone'), cards = make('div', undefined, 'cards');
  const count = one.count ?? one.cards.length;
  node.append(make('h4', `${one.name}${one.count === null ? '' : ` (${count})`}`));
  const offerOf = place => offers.find(({ gesture }) => (gesture.kind === 'card' && gesture.card.zone === index && gesture.card.at === place) || (gesture.kind === 'drag' && gesture.cards.length === 1 && gesture.cards[0].zone === index && gesture.cards[0].at === place));
  const pile = one.ordered && one.cards.length > 6 && !one.cards.some((_, place) => offerOf(place));
  one.cards.forEach((drawn, place) => { if (!pile || place >= one.cards.length - 1) cards.append(card(drawn, offerOf(place))); });
  if (pile) cards.append(make('span', `on ${one.cards.length - 1} more`, 'pile'));
  if (!one.cards.length && count) { cards.append(card({}, undefined)); cards.append(make('span', `× ${count}`, 'pile')); }
  const whole = offers.find(({ gesture }) => gesture.kind === 'zone' && gesture.zone === one.id);
  if (whole) { const button = make('button', whole.label); button.onclick = () => play(whole.text); cards.append(button); }
  node.append(cards);
  return node;
}

function board(one, offers) {
  const node = make('div', undefined, 'board');
  node.style.gridTemplateColumns = `repeat(${one.width}, 40px)`;
  const same = (a, x, y) => a && a.x === x && a.y === y;
  for (let y = one.height - 1; y >= 0; y--) for (let x = 0; x < one.width; x++) {
    const piece = one.pieces.find(piece => same(piece.at, x, y)), hole = (one.holes || []).some(hole => same(hole, x, y));
    const moves = offers.filter(({ gesture }) => (gesture.kind === 'square' && same(gesture.at, x, y)) || (gesture.kind === 'squares' && (from ? same(gesture.from, from.x, from.y) && same(gesture.to, x, y) : same(gesture.from, x, y))));
    const square = make(moves.length ? 'button' : 'div', piece ? piece.glyph : '', hole ? 'hole' : (x + y) % 2 ? '' : 'dark');
    if (piece && piece.owner) square.classList.add(`owner${piece.owner}`);
    if (moves.length) square.onclick = () => { if (moves[0].gesture.kind === 'squares' && !from) { from = { x, y }; draw(last); } else play(moves[0].text); };
    else if (from) square.onclick = () => { from = null; draw(last); };
    node.append(square);
  }
  return node;
}

function draw(look) {
  last = look;
  document.title = look.title || 'Rulebook dev';
  at('title').textContent = look.title || 'Rulebook';
  if (document.activeElement !== at('seed')) at('seed').value = look.seed;
  const choices = [...Array(look.seats).keys()].map(String).concat('all');
  if (at('viewer').childElementCount !== choices.length) {
    at('viewer').replaceChildren(...choices.map(one => { const option = make('option', one === 'all' ? 'everybody at once' : `seat ${+one + 1}`); option.value = one; return option; }));
    at('viewer').value = viewer;
  }
  at('wrong').hidden = !look.wrong; at('wrong').textContent = look.wrong;
  at('note').hidden = !look.note; at('note').textContent = look.note;
  document.querySelector('main').classList.toggle('behind', look.behind);
  at('state').textContent = look.behind ? 'The table is as it was before the mistake.' : look.scene && look.scene.outcome ? 'It is over.' : `Asked: ${look.due.map(seat => `seat ${seat + 1}`).join(', ') || 'nobody'}`;
  const offers = look.ask ? look.ask.offers : [], scene = look.scene;
  const table = at('table'); table.replaceChildren();
  if (scene) {
    const groups = new Map([['Table', []]]);
    scene.zones.forEach((one, index) => {
      const name = one.owner === undefined || one.owner === null ? 'Table' : `Seat ${one.owner + 1}`;
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(zone(one, index, offers));
    });
    if (scene.board) { const group = make('div', undefined, 'group'); group.append(board(scene.board, offers)); table.append(group); }
    for (const [name, zones] of groups) { if (!zones.length) continue; const group = make('div', undefined, 'group'); group.append(make('h3', name), ...zones); table.append(group); }
    for (const one of scene.scoreboards || []) {
      const sheet = make('table'); sheet.append(make('caption', one.title));
      const head = sheet.createTHead().insertRow(); one.columns.forEach(text => head.append(make('th', text)));
      const body = sheet.createTBody(); one.rows.forEach(row => { const line = body.insertRow(); row.forEach(text => { line.insertCell().textContent = text; }); });
      const group = make('div', undefined, 'group'); group.append(sheet); table.append(group);
    }
  }
  at('prompt').textContent = scene && scene.outcome ? scene.outcome.reason || 'The game is over.' : scene ? scene.prompt : '';
  at('offers').replaceChildren(...offers.map(offer => { const button = make('button', offer.label); button.title = offer.text; button.onclick = () => play(offer.text); return button; }));
  const moves = at('moves');
  moves.replaceChildren(...look.moves.map((move, number) => { const line = make('li', undefined, move.byHand ? '' : 'bot'), button = make('button', `seat ${move.seat + 1}: ${move.text}`); button.title = 'Back to before this move'; button.onclick = () => act({ do: 'to', moves: number }); line.append(button); return line; }));
  moves.scrollTop = moves.scrollHeight;
}

at('viewer').onchange = () => { viewer = at('viewer').value; version = -1; from = null; once(); };
at('again').onclick = () => act({ do: 'restart', seed: at('seed').value });
at('next').onclick = () => act({ do: 'restart', seed: String((parseInt(at('seed').value, 10) || 0) + 1) });
at('back').onclick = () => act({ do: 'back' });

const ask = () => fetch(`/look?${version < 0 ? '' : `version=${version}&`}${viewer === 'all' ? '' : `seat=${viewer}`}`).then(answer => answer.json());
async function once() { const look = await ask(); version = look.version; draw(look); }
(async () => {
  for (;;) {
    const seenBy = viewer;
    try {
      const look = await ask();
      if (seenBy !== viewer) continue;
      if (!known) { known = true; const person = look.people[0]; if (person !== undefined) viewer = String(person); }
      if (look.version !== version) { version = look.version; draw(look); }
      else version = look.version;
    } catch { at('state').textContent = 'rulebook dev has ended; waiting for it.'; await new Promise(done => setTimeout(done, 1000)); version = -1; }
  }
})();
