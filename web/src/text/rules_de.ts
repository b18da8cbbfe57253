/**
 * German for sentences of the rules engines: refusals, results, prompts and announcements. They come before the general patterns, because
 * a pattern such as `play (.+)` would translate only a part of a sentence.
 *
 * Sentences of one game that contain no values are in the `translations` of its `meta.json`.
 */
type Translate = (words: string) => string;
type Make<R> = (pattern: string, german: (...values: string[]) => string) => R;

/** Whole sentences in lower case. */
export const RULE_SENTENCES: Record<string, string> = {
  // Results on boards.
  'the leader was captured': 'Der König wurde geschlagen', 'everybody else is out': 'Alle anderen sind ausgeschieden', 'the goal was reached': 'Das Ziel ist erreicht', 'the leader stands alone': 'Der König steht allein', 'checked too often': 'Zu oft im Schach', 'the last piece of a kind was lost': 'Die letzte Figur einer Art ist verloren', 'no pieces are left': 'Keine Figuren mehr', 'enough in a row': 'Genug in einer Reihe',
  'the position was repeated': 'Die Stellung hat sich wiederholt', 'too many turns without progress': 'Zu viele Züge ohne Fortschritt', 'nobody has enough pieces left to win': 'Niemand hat genug Figuren, um zu gewinnen', 'the game became too long': 'Die Partie wurde zu lang', 'two passes in a row': 'Zweimal hintereinander gepasst', 'the leaders face each other': 'Die Könige stehen sich gegenüber', 'the board is full': 'Das Brett ist voll', 'a piece left its square': 'Eine Figur hat ihr Feld verlassen',
  // Results of duels.
  'the other has no life left': 'Der Gegner hat keine Lebenspunkte mehr', 'the other drew from an empty library': 'Der Gegner hat aus einer leeren Bibliothek gezogen', 'the other has ten poison counters': 'Der Gegner hat zehn Giftmarken', 'a card says so': 'Eine Karte bestimmt es so', 'the other gave up': 'Der Gegner hat aufgegeben', 'the game has gone on for too long': 'Die Partie hat zu lange gedauert', 'nobody is left': 'Niemand ist übrig',
  // Refusals of all games.
  'that is not a legal move': 'Das ist kein erlaubter Zug', 'that is not a legal move: you are in check': 'Das ist kein erlaubter Zug: Du stehst im Schach', 'no such move': 'Diesen Zug gibt es nicht', 'another player must decide now': 'Jetzt entscheidet ein anderer Spieler', 'you cannot do that now': 'Das kannst du jetzt nicht tun', 'you cannot make that move now': 'Diesen Zug kannst du jetzt nicht machen', 'choose one of the offered options': 'Wähle eine der angebotenen Möglichkeiten',
  'this creature cannot attack, or another creature must attack first': 'Diese Kreatur kann nicht angreifen, oder eine andere muss zuerst angreifen', 'this creature cannot block that attacker': 'Diese Kreatur kann diesen Angreifer nicht blocken', 'that is not a legal target': 'Das ist kein erlaubtes Ziel', 'you cannot pay this cost with that': 'Damit kannst du diese Kosten nicht bezahlen',
  'the cards are dealt already': 'Die Karten sind schon ausgeteilt', 'the hand is over: start the next one first': 'Die Runde ist beendet: Starte zuerst die nächste', 'there is no such button': 'Diesen Knopf gibt es nicht', 'there is no such pile': 'Diesen Stapel gibt es nicht', 'there is no such card': 'Diese Karte gibt es nicht', 'the move names no card': 'Der Zug nennt keine Karte', 'the cards lie there already': 'Die Karten liegen schon dort',
  'you do not see all of these cards in one pile': 'Du siehst nicht alle diese Karten in einem Stapel', 'these cards can be played in several ways: play them step by step': 'Diese Karten lassen sich auf mehrere Arten spielen: Spiel sie Schritt für Schritt', 'play a card to the trick': 'Spiel eine Karte zum Stich', 'play one card': 'Spiel eine Karte',
};

const points = (n: string | undefined): string => `${n} Punkt${n === '1' ? '' : 'e'}`;

/** Sentences with values. */
export function rulePatterns<R>(rule: Make<R>, t: Translate): R[] {
  const check = (is: string | undefined): string => (is ? 'Du stehst im Schach. ' : '');
  return [
    // Lists of cards. Seats in a list keep their English words, because the page replaces them by names.
    rule('((?:the \\w+ of \\w+, )*the \\w+ of \\w+),? (and|or) (the \\w+ of \\w+)', (first, join, last) => `${first!.split(', ').map(t).join(', ')} ${join === 'and' ? 'und' : 'oder'} ${t(last!)}`),
    // Headings.
    rule('penalty points, to (\\d+)', (n) => `Strafpunkte, bis ${n}`),
    rule('trumps: (.+)', (suit) => `Trumpf: ${t(suit!)}`),
    // Refusals on boards.
    rule('there is no piece on (\\S+)', (at) => `Auf ${at} steht keine Figur`),
    rule('the (.+) on (\\S+) belongs to (.+)', (piece, at, whose) => `${t(piece!)} auf ${at} gehört ${t(whose!)}`),
    rule('your own (.+) stands on (\\S+)', (piece, at) => `Auf ${at} steht schon deine eigene Figur: ${t(piece!)}`),
    rule('an? (.+) stands on (\\S+)', (piece, at) => `Auf ${at} steht schon eine Figur: ${t(piece!)}`),
    rule('choose a square for the wall, such as (\\S+)', (end) => `Wähle ein Feld für die Mauer, zum Beispiel ${end}`),
    rule('choose a square for the piece, such as (\\S+)', (end) => `Wähle ein Feld für die Figur, zum Beispiel ${end}`),
    rule('you are in check, and the (.+) on (\\S+) cannot stop it', (piece, at) => `Du stehst im Schach. ${t(piece!)} auf ${at} kann es nicht abwehren`),
    rule('you are in check, and an? (.+) on (\\S+) does not stop it', (piece, at) => `Du stehst im Schach. ${t(piece!)} auf ${at} wehrt es nicht ab`),
    rule('you must capture, and the (.+) on (\\S+) cannot', (piece, at) => `Du musst schlagen. ${t(piece!)} auf ${at} kann das nicht`),
    rule('the (.+) on (\\S+) cannot move now', (piece, at) => `${t(piece!)} auf ${at} kann jetzt nicht ziehen`),
    rule('(you are in check: )?the (.+) on (\\S+) can go to (.+), not to (\\S+)', (is, piece, from, goals, to) => `${check(is)}${t(piece!)} auf ${from} kann nach ${goals} ziehen, nicht nach ${to}`),
    rule('an? (.+) cannot be dropped on (\\S+)', (piece, at) => `${t(piece!)} kann nicht auf ${at} eingesetzt werden`),
    rule('you have no (.+) to drop now', (piece) => `Diese Figur kannst du jetzt nicht einsetzen: ${t(piece!)}`),
    // Refusals of card games.
    rule('you do not see the (.+) in the (.+)', (card, pile) => `Du siehst ${t(card!)} dort nicht: ${t(pile!)}`),
    rule('you do not see all of these cards in the (.+)', (pile) => `Du siehst nicht alle diese Karten dort: ${t(pile!)}`),
    rule('the (.+) is not in the (.+)', (card, pile) => `${t(card!)} liegt nicht dort: ${t(pile!)}`),
    rule('these cards are not all in the (.+)', (pile) => `Diese Karten liegen nicht alle dort: ${t(pile!)}`),
    rule('follow suit: you hold (.+)', (suit) => `Bediene die Farbe: Du hast ${t(suit!)}`),
    rule('follow suit: (.+) were led', (suit) => `Bediene die Farbe: Ausgespielt ist ${t(suit!)}`),
    rule('the (.+) does not beat the (.+)', (card, other) => `${t(card!)} schlägt ${t(other!)} nicht`),
    rule('cards that attack go to the first free place, (.+)', (place) => `Angreifende Karten kommen auf den ersten freien Platz: ${place}`),
    rule('there would be (\\d+) points of deadwood: knock with at most (\\d+)', (n, most) => `Es blieben ${n} Restpunkte: Klopfen darfst du mit höchstens ${most}`),
    rule('the (.+) on top cannot be taken', (card) => `${t(card!)} liegt oben und kann nicht genommen werden`),
    rule('the meld of (.+) needs three cards, two of them natural, and at most three wild', (rank) => `Die Meldung ${t(rank!)} braucht drei Karten, davon zwei natürliche und höchstens drei wilde`),
    rule('your first meld must count at least (\\d+)', (n) => `Deine erste Meldung muss mindestens ${n} zählen`),
    rule('your first meld counts (\\d+): it must count at least (\\d+)', (n, least) => `Deine erste Meldung zählt ${n}. Sie muss mindestens ${least} zählen`),
    rule('the (.+) does not make a build with exactly these cards', (card) => `${t(card!)} ergibt mit genau diesen Karten keinen Bau`),
    rule('the (.+) does not take exactly these cards', (card) => `${t(card!)} nimmt nicht genau diese Karten`),
    rule('the (.+) takes nothing(: lay it on the table)?', (card, lay) => `${t(card!)} nimmt nichts${lay ? ': Leg die Karte auf den Tisch' : ''}`),
    rule('you cannot lay the (.+) on the table, because it takes something', (card) => `Du kannst ${t(card!)} nicht auf den Tisch legen, weil die Karte etwas nimmt`),
    rule('with the (.+) the set does not add up', (card) => `Mit ${t(card!)} stimmt die Summe nicht`),
    rule('these do not add up to the (.+)', (card) => `Die Summe stimmt nicht mit ${t(card!)} überein`),
    rule('that build is worth (\\d+)', (n) => `Dieser Bau hat den Wert ${n}`),
    // Prompts.
    rule('lay the cards that take the pile, (.+?) first\\.( .+)?', (rank, rest) => `Leg die Karten, mit denen du die Ablage nimmst, zuerst ${t(rank!)}.${rest ? ` ${t(rest)}` : ''}`),
    rule('meld what you like, then discard\\.( your first meld .+?\\.)?( if you take cards back again, you can only discard\\.)?', (first, again) => `Melde, was du willst, und leg dann ab.${first ? ` ${t(first)}` : ''}${again ? ' Wenn du noch einmal Karten zurücknimmst, kannst du nur noch ablegen.' : ''}`),
    rule('your first meld must count (\\d+)\\.', (n) => `Deine erste Meldung muss ${n} zählen.`),
    rule('your first meld counts (\\d+) of (\\d+)\\.', (n, least) => `Deine erste Meldung zählt ${n} von ${least}.`),
    rule('as what does the (.+) take\\?', (card) => `Mit welchem Wert nimmt ${t(card!)}?`),
    rule('which value do you build with the (.+)\\?', (card) => `Welchen Wert baust du mit ${t(card!)}?`),
    rule('add cards up to (\\d+)\\.', (n) => `Füge Karten bis zur Summe ${n} hinzu.`),
    rule('add cards to the (.+) up to (\\d+)\\.', (card, n) => `Füge zu ${t(card!)} Karten bis zur Summe ${n} hinzu.`),
    rule('take your own build of (\\d+), too: no other card of yours will\\.', (n) => `Nimm auch deinen eigenen Bau ${n}: Keine andere deiner Karten nimmt ihn.`),
    rule('take more that is worth (\\d+), or be done\\.', (n) => `Nimm mehr vom Wert ${n} oder drück auf „Fertig“.`),
    rule('add another set worth (\\d+)\\.', (n) => `Füge einen weiteren Satz vom Wert ${n} hinzu.`),
    rule('add another set worth (\\d+), or be done\\.', (n) => `Füge einen weiteren Satz vom Wert ${n} hinzu oder drück auf „Fertig“.`),
    rule('choose more cards: you have (\\d+) of (\\d+)\\.', (n, of) => `Wähle weitere Karten: Du hast ${n} von ${of}.`),
    // Moves.
    rule('play the (.+) of the dummy', (card) => `${t(card!)} des Strohmanns spielen`),
    rule('take as (\\d+)', (n) => `Als ${n} nehmen`),
    rule('take with the (.+?): (.+)', (card, sets) => `Mit ${t(card!)} nehmen: ${sets!.replaceAll(' or others', ' oder andere').replaceAll(' or ', ' oder ')}`),
    rule("raise (.+ build(?: of \\d+)?) to (\\d+) with the (.+)", (build, n, card) => `${t(build!)} mit ${t(card!)} auf ${n} erhöhen`),
    rule("raise (.+ build(?: of \\d+)?) to (\\d+)", (build, n) => `${t(build!)} auf ${n} erhöhen`),
    rule("build on (.+ build(?: of \\d+)?) with the (.+)", (build, card) => `${t(build!)}: mit ${t(card!)} weiterbauen`),
    rule("add the (.+) to (.+ build(?: of \\d+)?)", (card, build) => `${t(build!)}: ${t(card!)} hinzufügen`),
    rule("add to (.+ build(?: of \\d+)?)", (build) => `${t(build!)}: Karten hinzufügen`),
    rule("(?:your|SEAT's) build(?: of (\\d+))?", (whose, n) => `${whose ? `Bau von ${whose}` : 'Dein Bau'}${n ? ` (${n})` : ''}`),
    rule('build (\\d+)', (n) => `${n} bauen`),
    rule('add (.+) to your meld of (.+)', (what, meld) => `${t(what!)} an deine Meldung ${meld} anlegen`),
    rule('add the (.+)', (card) => `${t(card!)} hinzufügen`),
    rule('lay (.+) with the (.+)', (card, rank) => `${t(card!)} anlegen: ${t(rank!)}`),
    rule('take the pile: (.+) goes to your (.+)', (card, rank) => `Ablage nehmen: ${t(card!)} → ${t(rank!)}`),
    // Contracts.
    rule('([1-7] .+?)( doubled| redoubled)? by SEAT', (bid, doubled, seat) => `${t(`${bid}${doubled ?? ''}`)} von ${seat}`),
    rule('([1-7] .+?) (doubled|redoubled)', (bid, how) => `${t(bid!)} ${how === 'doubled' ? 'kontriert' : 'rekontriert'}`),
    // Announcements.
    rule('SEAT begins, with the lowest trump: (.+)', (seat, card) => `${seat} {beginnst|beginnt} mit dem niedrigsten Trumpf: ${t(card!)}`),
    rule('nobody holds a trump: SEAT begins', (seat) => `Niemand hat einen Trumpf: ${seat} {beginnst|beginnt}`),
    rule('SEAT takes', (seat) => `${seat} {nimmst auf|nimmt auf}`),
    rule('SEAT has beaten (.+)', (seat, cards) => `${seat} {hast|hat} ${t(cards!)} geschlagen`),
    rule('SEAT has big gin', (seat) => `${seat} {hast|hat} großes Gin`),
    rule('SEAT has no deadwood', (seat) => `${seat} {hast|hat} keine Restpunkte`),
    rule('SEAT has (\\d+) of deadwood', (seat, n) => `${seat} {hast|hat} ${n} Restpunkte`),
    rule('SEAT goes gin for (\\d+)', (seat, n) => `${seat} {machst|macht} Gin: ${points(n)}`),
    rule('SEAT undercuts for (\\d+)', (seat, n) => `${seat} {unterbietest|unterbietet}: ${points(n)}`),
    rule('SEAT wins the game, the other being shut out: (\\d+) more', (seat, n) => `${seat} {gewinnst|gewinnt} die Partie zu null: ${n} mehr`),
    rule('SEAT has won a hand: (\\d+) more', (seat, n) => `${seat} {hast|hat} eine Runde gewonnen: ${n} mehr`),
    rule('SEAT has won (\\d+) hands: (\\d+) more', (seat, count, n) => `${seat} {hast|hat} ${count} Runden gewonnen: ${n} mehr`),
    rule('SEAT has made the contract: (\\d+)', (seat, n) => `${seat} {hast|hat} den Kontrakt erfüllt: ${points(n)}`),
    rule('SEAT has made (\\d+) more than the contract: (\\d+)', (seat, over, n) => `${seat} {hast|hat} ${over} mehr als den Kontrakt gemacht: ${points(n)}`),
    rule('SEAT is (\\d+) down: (\\d+)', (seat, down, n) => `${seat} {fällst|fällt} um ${down}: ${points(n)}`),
    rule('SEAT had honours: (\\d+)', (seat, n) => `${seat} {hattest|hatte} Honneurs: ${points(n)}`),
    rule('(seats .+) win a game, and are vulnerable', (who) => `${who} gewinnen ein Spiel und sind in Gefahr`),
    rule('(seats .+) win the rubber: (\\d+)', (who, n) => `${who} gewinnen den Rubber: ${points(n)}`),
    rule('(seats .+) have won the only game: (\\d+)', (who, n) => `${who} haben das einzige Spiel gewonnen: ${points(n)}`),
    rule('(seats .+) have the only part score: (\\d+)', (who, n) => `${who} haben die einzige Teilwertung: ${points(n)}`),
    rule('(seats .+) have won the only game: (\\d+), and have the only part score: (\\d+)', (who, n, part) => `${who} haben das einzige Spiel (${points(n)}) und die einzige Teilwertung (${points(part)})`),
    rule('SEAT lays the (.+) aside', (seat, card) => `${seat} {legst|legt} ${t(card!)} aus`),
    rule('SEAT takes the (.+) from the discard pile', (seat, card) => `${seat} {nimmst|nimmt} ${t(card!)} von der Ablage`),
    rule('SEAT adds a card to the (.+)', (seat, rank) => `${seat} {legst|legt} eine Karte an: ${t(rank!)}`),
    rule('SEAT completes a (natural|mixed) (\\S+) of (.+)', (seat, kind, meld, rank) => `${seat} {vollendest|vollendet} eine ${kind === 'natural' ? 'natürliche' : 'gemischte'} ${meld![0]!.toUpperCase()}${meld!.slice(1)}: ${t(rank!)}`),
    rule('SEAT asks: may I go out\\?', (seat) => `${seat} {fragst|fragt}: Darf ich ausmachen?`),
    rule('SEAT goes out with a concealed hand', (seat) => `${seat} {machst|macht} mit verdeckter Hand aus`),
    rule('SEAT does not take the pile: the hand is over', (seat) => `${seat} {nimmst|nimmt} die Ablage nicht: Die Runde ist beendet`),
    rule("SEAT's side gets (-?\\d+) and has (-?\\d+)", (seat, gained, score) => `Die Seite von ${seat} bekommt ${gained} und hat ${score}`),
    rule("(.+): a point for SEAT's side", (what, seat) => `${t(what!)}: ein Punkt für die Seite von ${seat}`),
    rule("(.+): nobody's point", (what) => `${t(what!)}: kein Punkt`),
    rule('(\\S+): SEAT sweeps the table', (word, seat) => `${word}: ${seat} {räumst|räumt} den Tisch ab`),
    rule('(\\S+): SEAT wins the last trick with the (.+?)(?:, for (\\d+) points)?', (word, seat, card, n) => `${word}: ${seat} {machst|macht} den letzten Stich mit ${t(card!)}${n ? ` für ${points(n)}` : ''}`),
    rule('SEAT gets (.+) from the table, having taken last', (seat, cards) => `${seat} {bekommst|bekommt} ${t(cards!)} vom Tisch (zuletzt genommen)`),
    rule('SEAT trails the (.+)', (seat, card) => `${seat} {legst|legt} ${t(card!)} auf den Tisch`),
    rule('SEAT takes (.+) with the (.+) as (\\d+)', (seat, what, card, n) => `${seat} {nimmst|nimmt} ${t(what!)} mit ${t(card!)} als ${n}`),
    rule('SEAT builds (\\d+) with the (.+)', (seat, n, card) => `${seat} {baust|baut} ${n} mit ${t(card!)}`),
    rule('SEAT adds the (.+) to the build of (\\d+)', (seat, card, n) => `${seat} {legst|legt} ${t(card!)} zum Bau ${n}`),
    rule('SEAT raises the build of (\\d+) to (\\d+) with the (.+)', (seat, from, to, card) => `${seat} {erhöhst|erhöht} den Bau ${from} mit ${t(card!)} auf ${to}`),
    rule('most (.+): nobody', (what) => `Die meisten ${t(what!)}: niemand`),
    rule('most (.+): SEAT', (what, seat) => `Die meisten ${t(what!)}: ${seat}`),
    rule('SEAT gets (-?\\d+), (-?\\d+) in all', (seat, gained, score) => `${seat} {bekommst|bekommt} ${gained}, zusammen ${score}`),
  ];
}
