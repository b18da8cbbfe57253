/**
 * German for the texts that games and the server send in English: zone names, buttons, phases, prompts, moves and refusals.
 *
 * `PHRASES` holds whole texts in lower case. `PATTERNS` hold texts with values, and each value is translated separately. A marker
 * `{siehst|sieht}` after a seat holds two verbs: one for the viewer, and one for another player. `rules_de.ts` holds the sentences of the
 * rules engines.
 */
import { broughtTo } from './game_words';
import { RULE_SENTENCES, rulePatterns } from './rules_de';

/** Names of zones, and headings of piles. */
const ZONES: Record<string, string> = {
  hand: 'Hand', 'in hand': 'Auf der Hand', 'your hand': 'Deine Hand', 'second hand': 'Zweite Hand', 'your card': 'Deine Karte', 'your cards': 'Deine Karten', 'their cards': 'Karten', 'your pairs': 'Deine Paare', 'their pairs': 'Paare', 'your side': 'Deine Seite', 'their side': 'Gegenseite', 'your build': 'Dein Bau', 'your red threes': 'Deine roten Dreien', 'their red threes': 'Rote Dreien', 'red threes': 'Rote Dreien', 'your patron': 'Dein Auftraggeber',
  deck: 'Stapel', stock: 'Stapel', talon: 'Talon', 'draw pile': 'Nachziehstapel', library: 'Bibliothek', 'stock and trump': 'Stapel und Trumpf', 'deck and played tricks': 'Stapel und gespielte Stiche',
  discard: 'Ablage', discards: 'Ablage', 'discard pile': 'Ablage', waste: 'Abwurf', graveyard: 'Friedhof', exile: 'Exil', battlefield: 'Spielfeld', tokens: 'Spielsteine', stack: 'Stapel', command: 'Kommandozone',
  trick: 'Stich', tricks: 'Stiche', played: 'Gespielt', 'in play': 'Im Spiel', taken: 'Gewonnen', won: 'Gewonnen', 'cards won': 'Gewonnene Karten', used: 'Benutzt', spent: 'Ausgegeben', unused: 'Unbenutzt', kept: 'Behalten', bought: 'Gekauft', unsold: 'Unverkauft', gone: 'Weg', out: 'Ausgeschieden', 'out of the game': 'Aus dem Spiel', 'too late': 'Zu spät', drowned: 'Zu spät', past: 'Vergangen', takes: 'Nimmt',
  table: 'Tisch', open: 'Offen', laid: 'Ausgelegt', 'laid open': 'Offen ausgelegt', show: 'Gezeigt', 'turned up': 'Aufgedeckt', turned: 'Aufgedeckt', starter: 'Startkarte', crib: 'Crib', dummy: 'Strohmann', house: 'Bank', market: 'Markt', 'for sale': 'Zu verkaufen', lot: 'Angebot', store: 'Lager', goods: 'Waren', prize: 'Preis', prizes: 'Preise', seals: 'Siegel', secret: 'Geheim', vision: 'Vision', hill: 'Hügel', 'in force': 'In Kraft', law: 'Gesetz', scrolls: 'Schriftrollen', archive: 'Archiv', letters: 'Briefe', patron: 'Auftraggeber', purses: 'Geldbeutel',
  meld: 'Meldung', melds: 'Meldungen', sets: 'Sätze', set: 'Satz', runs: 'Folgen', run: 'Folge', books: 'Quartette', pairs: 'Paare', build: 'Bau', builds: 'Bauten', 'lay off': 'Angelegt', knock: 'Klopfen',
  pile: 'Stapel', row: 'Reihe', 'near row': 'Vordere Reihe', 'far row': 'Hintere Reihe', others: 'Die anderen', bid: 'Gebot', bids: 'Gebote', tableau: 'Auslage', foundation: 'Ablagestapel', foundations: 'Ablagestapel', trump: 'Trumpf', trumps: 'Trümpfe',
};

/** Buttons and other choices. */
const BUTTONS: Record<string, string> = {
  pass: 'Passen', draw: 'Ziehen', fold: 'Aussteigen', take: 'Nehmen', discard: 'Ablage', knock: 'Klopfen', done: 'Fertig', yes: 'Ja', no: 'Nein', keep: 'Behalten', play: 'Ausspielen', lead: 'Ausspielen', stop: 'Aufhören', stand: 'Stehen bleiben', hit: 'Karte nehmen', double: 'Verdoppeln', redouble: 'Rekontra', split: 'Teilen', wait: 'Warten', turn: 'Aufdecken', go: 'Weiter', 'go on': 'Weiter', enough: 'Genug', 'give up': 'Aufgeben', 'put it back': 'Zurücklegen', 'put back': 'Zurücklegen', 'take back': 'Zurücknehmen', return: 'Zurücklegen', 'throw it away': 'Wegwerfen', 'to market': 'Zum Markt', 'order up': 'Bestellen', higher: 'höher', lower: 'niedriger', pay: 'Bezahlen', cancel: 'Abbrechen', mulligan: 'Mulligan', scoop: 'Aufgeben', 'skip combat': 'Kampf überspringen', 'pass this turn': 'Bis zum Zugende passen', 'no trump': 'Ohne Trumpf', 'no trumps': 'Ohne Trumpf', 'take the pile': 'Ablage nehmen', 'go out': 'Ausmachen', 'may i go out?': 'Darf ich ausmachen?', 'yes, go out': 'Ja, mach aus', 'no, stay in': 'Nein, spiel weiter', 'end the hand': 'Runde beenden', 'big gin': 'Großes Gin', 'deal next round': 'Nächste Runde austeilen', 'start the next hand': 'Nächste Runde austeilen', 'start game': 'Spiel starten', none: 'keine', nothing: 'nichts',
};

/** Phases of a turn or of a game. */
const PHASES: Record<string, string> = {
  deal: 'Austeilen', dealing: 'Austeilen', count: 'Zählen', counting: 'Zählen', playing: 'Ausspielen', draft: 'Auswählen', guess: 'Raten', ask: 'Fragen', again: 'Noch einmal', act: 'Handeln', move: 'Zug', lay: 'Auslegen', 'lay away': 'Weglegen', cut: 'Abheben', exchange: 'Tauschen', tribute: 'Tribut', begin: 'Beginn', finish: 'Abschluss', offer: 'Angebot', sell: 'Verkaufen', buy: 'Kaufen', sail: 'Fahrt', rest: 'Rast', light: 'Anzünden', morning: 'Morgen', see: 'Sehen', speak: 'Sagen', judge: 'Urteilen', reveal: 'Aufdecken', settle: 'Abrechnen', enact: 'Erlassen', battle: 'Kampf', 'turn up': 'Aufdecken', 'pair off': 'Paare ablegen', 'name trump': 'Trumpf bestimmen', 'pass the deal': 'Geber wechseln', 'show the dealer': 'Geber zeigt', 'show the other': 'Gegner zeigt', 'show the crib': 'Crib zeigen', 'next round': 'Nächste Runde', auction: 'Reizen', attack: 'Angriff', defend: 'Abwehr', choose: 'Auswählen', 'laying melds': 'Meldungen auslegen', 'laying off': 'Anlegen', 'the first upcard': 'Erste offene Karte', 'give along': 'Mitgeben', over: 'Ende', passing: 'Karten weitergeben',
  block: 'Blocken', damage: 'Schaden', 'main 2': 'Hauptphase 2', 'opening hands': 'Starthände', 'first combat damage': 'Erstschlagschaden', untap: 'Enttappen', upkeep: 'Versorgung', main: 'Hauptphase', 'main phase': 'Hauptphase', 'second main phase': 'Zweite Hauptphase', 'second main': 'Zweite Hauptphase', combat: 'Kampf', 'beginning of combat': 'Beginn des Kampfes', 'declare attackers': 'Angreifer bestimmen', 'declare blockers': 'Blocker bestimmen', 'combat damage': 'Kampfschaden', 'end of combat': 'Ende des Kampfes', 'end step': 'Endsegment', end: 'Ende', cleanup: 'Aufräumen',
};

/** Scoreboards, results, options, notes on cards. */
const WORDS: Record<string, string> = {
  score: 'Punkte', scores: 'Punkte', points: 'Punkte', 'points left in hand': 'Punkte auf der Hand', seat: 'Platz', side: 'Seite', player: 'Spieler', players: 'Spieler', result: 'Ergebnis', games: 'Partien', rubber: 'Rubber', contract: 'Kontrakt', declarer: 'Alleinspieler', dealer: 'Geber', vulnerable: 'in Gefahr', 'below the line': 'unter dem Strich', 'hands won': 'Gewonnene Runden', 'cards left': 'Karten übrig', bout: 'Runde', attacks: 'greift an', defends: 'verteidigt', fool: 'Verlierer', 'cards to draw': 'Talon', canastas: 'Canastas', 'first meld': 'Erstmeldung', 'most cards': 'Meiste Karten', 'most coins': 'Meiste Münzen', 'most spades': 'Meiste Pik', sweeps: 'Leer geräumt', life: 'Leben', mana: 'Mana', 'lands played': 'Gespielte Länder', checked: 'Schach', together: 'Gemeinsam', bags: 'Säcke', 'ten bags': 'Zehn Säcke', nil: 'Null', 'the contract': 'Das Gebot', coins: 'Münzen', 'suit, then rank': 'Farbe, dann Wert', rank: 'Wert', suit: 'Farbe', cards: 'Karten', card: 'Karte', 'a card': 'eine Karte', joker: 'Joker',
  checkmate: 'Schachmatt', stalemate: 'Patt', check: 'Schach', 'no legal move': 'Kein erlaubter Zug', 'the game is over': 'Spiel beendet', 'the hand is over': 'Die Runde ist beendet', resigned: 'aufgegeben', repetition: 'Stellungswiederholung', 'threefold repetition': 'Dreifache Stellungswiederholung', 'insufficient material': 'Zu wenig Material', 'fifty moves': '50-Züge-Regel', 'the fifty-move rule': '50-Züge-Regel', agreement: 'Remis durch Einigung', 'time ran out': 'Zeit abgelaufen',
  white: 'Weiß', black: 'Schwarz', red: 'Rot', blue: 'Blau', green: 'Grün', yellow: 'Gelb', gold: 'Gold', silver: 'Silber', colorless: 'farblos',
  pawn: 'Bauer', knight: 'Springer', bishop: 'Läufer', rook: 'Turm', queen: 'Dame', king: 'König', stone: 'Stein', man: 'Stein', disc: 'Stein', general: 'General', cannon: 'Kanone', chariot: 'Wagen', elephant: 'Elefant', horse: 'Pferd', soldier: 'Soldat', advisor: 'Berater', guard: 'Wache', lance: 'Lanze', 'gold general': 'Goldgeneral', 'silver general': 'Silbergeneral',
  aces: 'Asse', kings: 'Könige', queens: 'Damen', jacks: 'Buben', tens: 'Zehnen', nines: 'Neunen', eights: 'Achten', sevens: 'Siebenen', sixes: 'Sechsen', fives: 'Fünfen', fours: 'Vieren', threes: 'Dreien',
  duck: 'Ente', arrow: 'Pfeil', wall: 'Mauer', town: 'Stadt', 'white left': 'Weiß links', 'white right': 'Weiß rechts', 'black left': 'Schwarz links', 'black right': 'Schwarz rechts', archbishop: 'Erzbischof', chancellor: 'Kanzler', marshal: 'Marschall', cardinal: 'Kardinal', counsellor: 'Ratgeber', jester: 'Narr', commoner: 'Bürger', warlord: 'Kriegsherr', lieutenant: 'Leutnant', captain: 'Hauptmann', hoplite: 'Hoplit', runner: 'Läufer', ferz: 'Fers', lion: 'Löwe', giraffe: 'Giraffe', chick: 'Küken', swallow: 'Schwalbe', 'left quail': 'Linke Wachtel', 'right quail': 'Rechte Wachtel', phoenix: 'Phönix', pheasant: 'Fasan', falcon: 'Falke', crane: 'Kranich', 'promoted lance': 'Beförderte Lanze', 'promoted knight': 'Beförderter Springer', nought: 'Kreis', cross: 'Kreuz', mark: 'Zeichen', dark: 'Dunkel', light: 'Hell',
  pieces: 'Figuren', times: 'Mal', place: 'Platz', deals: 'Runden', night: 'Nacht', flames: 'Flammen', followings: 'Gefolge', box: 'Kasten', second: 'Zweite Hand', 'played tricks': 'Gespielte Stiche', battle: 'Kampf',
  ace: 'Ass', jack: 'Bube', clubs: 'Kreuz', diamonds: 'Karo', hearts: 'Herz', spades: 'Pik', swords: 'Schwerter', cups: 'Kelche', batons: 'Stäbe',
  tapped: 'getappt', attacking: 'greift an', blocking: 'blockt', 'summoning sick': 'einsatzverzögert', flying: 'Flugfähigkeit', haste: 'Eile', trample: 'Trampelschaden', 'first strike': 'Erstschlag', 'double strike': 'Doppelschlag', deathtouch: 'Todesberührung', lifelink: 'Lebensverknüpfung', vigilance: 'Wachsamkeit', reach: 'Reichweite', menace: 'bedrohlich', hexproof: 'fluchsicher', indestructible: 'unzerstörbar', defender: 'Verteidiger', on: 'an', off: 'aus',
};

/** Prompts and announcements that contain no values. */
const PROMPTS: Record<string, string> = {
  'your turn': 'Du bist am Zug', 'everybody has passed': 'Alle haben gepasst', 'move a card, or turn the next card of the stock': 'Bewege eine Karte oder deck die nächste Karte des Stapels auf', 'play a card': 'Spiel eine Karte', 'play one card': 'Spiel eine Karte', 'lead a card': 'Spiel eine Karte aus', 'lead the two of clubs': 'Spiel die Kreuz-Zwei aus', 'lead a card: hearts are not broken': 'Spiel eine Karte aus; Herz ist noch nicht freigespielt', 'lead a card: spades are not broken': 'Spiel eine Karte aus; Pik ist noch nicht freigespielt', 'hearts are broken': 'Herz ist freigespielt', 'spades are broken': 'Pik ist freigespielt',
  'discard a card': 'Leg eine Karte ab', 'discard a card.': 'Leg eine Karte ab.', 'draw a card': 'Zieh eine Karte', 'draw a card.': 'Zieh eine Karte.', 'draw from the stock': 'Zieh vom Stapel', 'keep a card': 'Behalte eine Karte', 'lay a card': 'Leg eine Karte aus', 'move a card': 'Bewege eine Karte', 'a set or a run': 'Ein Satz oder eine Folge', 'name a suit': 'Nenne eine Farbe', 'name another suit as trump?': 'Eine andere Farbe als Trumpf nennen?', 'play alone?': 'Allein spielen?', 'play a card that fits': 'Spiel eine passende Karte', 'which colour follows?': 'Welche Farbe folgt?', 'which suit counts for the others?': 'Welche Farbe zählt für die anderen?', 'whom do you ask?': 'Wen fragst du?', 'turn up a card': 'Deck eine Karte auf', 'then turn up one of your cards': 'Deck dann eine deiner Karten auf', 'which two cards do you turn up? first one': 'Welche zwei Karten deckst du auf? Die erste', 'and another': 'und noch eine', 'exchange your card?': 'Deine Karte tauschen?', 'which card shall come next?': 'Welche Karte soll als Nächste kommen?', 'and which one after it?': 'Und welche danach?', 'light your lowest beacon': 'Entzünde dein niedrigstes Feuer', 'enact an edict before you lead?': 'Einen Erlass verkünden, bevor du ausspielst?', 'play a card that draws cards?': 'Eine Karte spielen, mit der du ziehst?', 'how many tricks will you take? zero is nil: none at all.': 'Wie viele Stiche machst du? Null heißt: keinen einzigen.', 'the wind takes a flame while everybody waits': 'Der Wind löscht eine Flamme, während alle warten', 'the last flame is out': 'Die letzte Flamme ist erloschen',
  'the hand is over. start the next one.': 'Die Runde ist beendet. Starte die nächste.', 'make a call: nobody has bid.': 'Reize: Noch niemand hat geboten.', 'draw a card, or take the discard pile.': 'Zieh eine Karte oder nimm die Ablage.', 'go out, or take your cards back.': 'Mach aus oder nimm deine Karten zurück.', 'lay your red three aside.': 'Leg deine rote Drei aus.', 'there is no stock, and the top fits your meld: take the discard pile.': 'Der Stapel ist leer, und die oberste Karte passt zu deiner Meldung: Nimm die Ablage.', 'there is no stock, and you cannot take the discard pile: end the hand.': 'Der Stapel ist leer, und du kannst die Ablage nicht nehmen: Beende die Runde.', 'there is no stock: take the discard pile, or end the hand.': 'Der Stapel ist leer: Nimm die Ablage oder beende die Runde.', 'you have taken cards back twice in this turn: discard a card.': 'Du hast in diesem Zug zweimal Karten zurückgenommen: Leg eine Karte ab.', 'your partner asks: may i go out?': 'Dein Partner fragt: Darf ich ausmachen?', 'the discard pile is frozen': 'Die Ablage ist gesperrt', 'meld what you like, then discard.': 'Melde, was du willst, und leg dann ab.',
  'trail a card on the table, take with one, or build with one.': 'Leg eine Karte auf den Tisch, nimm mit einer oder bau mit einer.', 'discard a card, or knock with it.': 'Leg eine Karte ab oder klopf mit ihr.', 'draw from the stock, or take the discard.': 'Zieh vom Stapel oder nimm die oberste Karte der Ablage.', 'lay your melds, and lay off what you can.': 'Leg deine Meldungen aus und leg an, was du kannst.', 'lay your melds.': 'Leg deine Meldungen aus.', 'nobody wanted the upcard. draw from the stock.': 'Niemand wollte die offene Karte. Zieh vom Stapel.', 'take the upcard, or leave it to the dealer.': 'Nimm die offene Karte oder überlass sie dem Geber.', 'take the upcard, or leave it.': 'Nimm die offene Karte oder lass sie liegen.', 'nobody knocked: the hand is void': 'Niemand hat geklopft: Die Runde zählt nicht',
  'play a card. move it to your won cards if it takes something, otherwise to the table.': 'Spiel eine Karte: zu deinen gewonnenen Karten, wenn sie etwas nimmt, sonst auf den Tisch.', 'beat every card, or take them all.': 'Schlag jede Karte oder nimm alle auf.', 'throw in a rank that lies on the table, or pass.': 'Wirf einen Wert zu, der auf dem Tisch liegt, oder passe.', 'lead to the last trick: this one counts.': 'Spiel zum letzten Stich aus: Dieser zählt.', 'play the card you drew if it matches, or pass': 'Spiel die gezogene Karte, wenn sie passt, oder passe', 'nobody can play: the hand is over': 'Niemand kann spielen: Die Runde ist beendet', 'the last hand is over': 'Die letzte Runde ist beendet',
  'fifteen for two': 'Fünfzehn für zwei', 'thirty-one for two': 'Einunddreißig für zwei', 'one for the last card': 'Einer für die letzte Karte', 'a jack is turned up: two for the dealer': 'Ein Bube wird aufgedeckt: zwei für den Geber', 'and three for the guess': 'und drei für den Tipp', 'aces, the two and the ten, and sweeps': 'Asse, die Zwei, die Zehn und leere Tische', 'euchred': 'Spielmacher unterlegen', 'north south': 'Nord-Süd', 'east west': 'Ost-West',
  'keep this hand?': 'Diese Hand behalten?', 'put a card on the bottom of your library.': 'Leg eine Karte unter deine Bibliothek.', 'you have priority.': 'Du hast Priorität.', 'respond, or pass.': 'Antworte oder passe.', 'choose attackers.': 'Wähle Angreifer.', 'choose blocks.': 'Wähle Blocker.', 'choose the legendary permanent to keep.': 'Wähle die legendäre bleibende Karte, die du behältst.', 'which trigger goes onto the stack next?': 'Welche ausgelöste Fähigkeit kommt als Nächste auf den Stapel?', 'choose a mode.': 'Wähle einen Modus.', 'pay the kicker?': 'Bonuskosten bezahlen?', 'choose x.': 'Wähle X.', 'choose a target.': 'Wähle ein Ziel.', 'choose what to pay with.': 'Wähle, womit du bezahlst.', 'pay the cost.': 'Bezahle die Kosten.', 'do you want to do this?': 'Möchtest du das tun?', 'choose one.': 'Wähle aus.', 'choose a card.': 'Wähle eine Karte.', 'choose a player.': 'Wähle einen Spieler.', 'choose a color.': 'Wähle eine Farbe.', 'choose a number.': 'Wähle eine Zahl.', 'choose a type.': 'Wähle einen Typ.', 'choose yes for the first option, or no for the second.': 'Wähle Ja für die erste Möglichkeit oder Nein für die zweite.', 'which effect applies first?': 'Welcher Effekt gilt zuerst?',
};

/** Moves that contain no values. They start with a small letter, unlike prompts with the same words. */
const MOVES = new Map([
  ['draw from the stock', 'Vom Stapel ziehen'], ['draw a card', 'Karte ziehen'], ['draw the top card', 'Oberste Karte ziehen'], ['take the discard pile', 'Ablage nehmen'], ['end the turn', 'Zug beenden'],
]);

/** Refusals of the server and of rules. */
const REFUSALS: Record<string, string> = {
  'that move is no longer possible': 'Dieser Zug ist nicht mehr möglich', 'you have resigned from this game': 'Du hast diese Partie aufgegeben', 'the game has started. this table does not accept new players': 'Die Partie hat begonnen. Dieser Tisch nimmt keine neuen Spieler an', 'you already had a seat at this table': 'Du hattest schon einen Platz an diesem Tisch', 'you cannot remove a player during a game': 'Du kannst während der Partie keinen Spieler entfernen', 'that seat is not reserved for you': 'Dieser Platz ist nicht für dich reserviert', 'only the host can change open seats': 'Nur der Gastgeber kann freie Plätze ändern', 'take a seat to add to the shuffle': 'Nimm Platz, um zum Mischen beizutragen', 'only a seated player can start the game': 'Nur ein Spieler am Tisch kann das Spiel starten', 'a bot is playing this seat. take over first': 'Ein Bot spielt auf diesem Platz. Übernimm ihn zuerst', 'only players can resign': 'Nur Spieler können aufgeben', 'a hidden card': 'eine verdeckte Karte', 'undo is off at this table': 'An diesem Tisch kannst du keine Züge zurücknehmen', 'hints and bots are off in this timed game between people': 'In dieser Partie mit Uhr zwischen Menschen gibt es keine Tipps und keine Bots', 'that player has been away for less than two minutes': 'Dieser Spieler ist noch keine zwei Minuten weg', 'you cannot pause a timed game': 'Du kannst eine Partie mit Bedenkzeit nicht pausieren', 'the game is paused': 'Die Partie ist pausiert', 'bots do not accept draws': 'Bots nehmen kein Remis an', 'too many requests. wait a moment': 'Zu viele Anfragen. Warte einen Moment', 'you are not allowed to see this view': 'Du darfst diese Ansicht nicht sehen', 'spectators cannot do that': 'Zuschauer können das nicht', 'only players can react': 'Nur Spieler können reagieren', 'this link is not valid here': 'Dieser Link gilt hier nicht', 'this game cannot be loaded: its saved data is damaged': 'Diese Partie kann nicht geladen werden: Ihre Daten sind beschädigt', 'this game was closed: its rules changed in an update': 'Diese Partie wurde geschlossen: Ihre Regeln haben sich mit einem Update geändert',
  'a clock is running and will end this game': 'Die Bedenkzeit läuft und beendet diese Partie', 'a clock may have at most thirty days': 'Die Bedenkzeit darf höchstens 30 Tage betragen', 'a code has six letters and digits, without 0, o, 1, i and l': 'Ein Code hat sechs Buchstaben und Ziffern, ohne 0, O, 1, I und L', 'a hint is already being computed': 'Ein Tipp wird schon berechnet',
  'a name must be one line of visible characters': 'Ein Name muss eine Zeile mit sichtbaren Zeichen sein', 'a name must have 1 to 40 characters': 'Ein Name muss 1 bis 40 Zeichen haben', 'a name must not start with an accent, and at most three accents can follow a letter': 'Ein Name darf nicht mit einem Akzent beginnen, und auf einen Buchstaben dürfen höchstens drei Akzente folgen',
  'a player sits in a seat that would be removed': 'Auf einem Platz, der wegfiele, sitzt ein Spieler', 'all players have left the table': 'Alle Spieler haben den Tisch verlassen', 'an increment needs a time for the whole game': 'Ein Zeitzuschlag braucht eine Bedenkzeit für die ganze Partie', 'another player at this table has that name': 'Ein anderer Spieler an diesem Tisch hat diesen Namen',
  'join the table first with your token': 'Tritt dem Tisch zuerst bei', 'join the table first with the token of your seat': 'Tritt dem Tisch zuerst mit deinem Platz bei', 'name all seats or none': 'Benenne alle Plätze oder keinen', 'no ai of yours plays this seat': 'Auf diesem Platz spielt keine KI von dir', 'no bot has failed': 'Kein Bot ist ausgefallen',
  'no bot or model has that name': 'Kein Bot und kein Modell heißt so', 'no bot plays this seat': 'Auf diesem Platz spielt kein Bot', 'no open table has that code': 'Kein offener Tisch hat diesen Code', 'nobody can deal the next hand now': 'Die nächste Runde kann jetzt nicht ausgeteilt werden', 'nobody has played this game for a long time': 'Diese Partie wurde lange nicht gespielt',
  'nobody has proposed that': 'Niemand hat das vorgeschlagen', 'nobody sits in that seat': 'Auf diesem Platz sitzt niemand', 'nobody started the game in time': 'Niemand hat das Spiel rechtzeitig gestartet', 'not found': 'Nicht gefunden', 'only a seated player can move': 'Nur ein Spieler am Tisch kann ziehen', 'only players can ask for hints': 'Nur Spieler können Tipps bekommen',
  'only players can ask why a move is not legal': 'Nur Spieler können fragen, warum ein Zug nicht erlaubt ist', 'only seated players can agree to that': 'Nur Spieler am Tisch können zustimmen', 'only the host can change the options': 'Nur der Gastgeber kann die Varianten ändern', 'only the host can close the table': 'Nur der Gastgeber kann den Tisch schließen',
  'only the host or a seated player can retry a bot': 'Nur der Gastgeber oder ein Spieler am Tisch kann einen Bot neu starten', 'players cannot see all cards': 'Spieler können nicht alle Karten sehen', 'some seats are still empty': 'Einige Plätze sind noch frei', 'take the seat first to connect your own ai': 'Nimm zuerst Platz, um deine eigene KI zu verbinden',
  'that is not the id of a table': 'Das ist keine Tischkennung', 'that is not your seat': 'Das ist nicht dein Platz', 'that is too long': 'Das ist zu lang', 'that name is reserved for seats': 'Dieser Name ist für Plätze reserviert', 'that seat is taken': 'Dieser Platz ist besetzt', 'the ai in the browser did not answer': 'Die KI im Browser hat nicht geantwortet',
  'the bot chose a move that does not exist': 'Der Bot hat einen unmöglichen Zug gewählt', 'the bot crashed while it was thinking': 'Der Bot ist beim Nachdenken abgestürzt', 'the bot\'s answer was refused': 'Die Antwort des Bots wurde abgelehnt', 'the earlier moves are still loading. try again': 'Die früheren Züge werden noch geladen. Versuch es noch einmal',
  'the game has already started': 'Die Partie hat schon begonnen', 'the game has continued': 'Die Partie ist weitergegangen', 'the game has not started': 'Die Partie hat noch nicht begonnen', 'the game is not over': 'Die Partie ist noch nicht beendet', 'the host closed the table': 'Der Gastgeber hat den Tisch geschlossen', 'the request is not valid': 'Die Anfrage ist ungültig',
  'the request was cancelled': 'Die Anfrage wurde abgebrochen', 'the rules of this game cannot be loaded now. try again': 'Die Regeln dieses Spiels können gerade nicht geladen werden. Versuch es noch einmal', 'the rules of this game failed': 'In den Regeln dieses Spiels ist ein Fehler aufgetreten',
  'the server cannot read its data now. try again': 'Der Server kann seine Daten gerade nicht lesen. Versuch es noch einmal', 'the server cannot read or write its data now. try again': 'Der Server kann seine Daten gerade nicht lesen oder schreiben. Versuch es noch einmal', 'the server cannot save this now. try again': 'Der Server kann das gerade nicht speichern. Versuch es noch einmal',
  'the server is restarting. try again': 'Der Server startet neu. Versuch es noch einmal', 'the table could not be opened': 'Der Tisch konnte nicht geöffnet werden', 'there is no such game': 'Dieses Spiel gibt es nicht', 'this connection has joined too many tables': 'Diese Verbindung ist zu vielen Tischen beigetreten',
  'this game has no deal to replay. ask for a rematch instead': 'Dieses Spiel hat keine Verteilung zum Wiederholen. Biete eine Revanche an', 'this game is over. it was played with an earlier version of its rules': 'Diese Partie ist beendet. Sie wurde mit einer früheren Fassung der Regeln gespielt', 'this page may not use this server': 'Diese Seite darf diesen Server nicht benutzen',
  'this server has no ai model': 'Dieser Server hat kein KI-Modell', 'this table does not allow spectators': 'Dieser Tisch erlaubt keine Zuschauer', 'this table does not respond. try again': 'Dieser Tisch reagiert nicht. Versuch es noch einmal', 'this table has no such seat': 'Diesen Platz gibt es an diesem Tisch nicht', 'this table is closed': 'Dieser Tisch ist geschlossen',
  'this table is private. you need a link': 'Dieser Tisch ist privat. Du brauchst einen Link', 'this table is private. you need an invitation': 'Dieser Tisch ist privat. Du brauchst eine Einladung', 'words for the shuffle must be one line of visible characters, at most 200 bytes': 'Worte zum Mischen müssen eine Zeile mit sichtbaren Zeichen sein, höchstens 200 Bytes',
  'you cannot agree on a draw while a player is away from their seat': 'Ihr könnt kein Remis vereinbaren, solange ein Spieler fehlt', 'you cannot change a practice deal': 'Eine Übungsverteilung kannst du nicht ändern', 'you cannot undo a secret choice before the other players have chosen': 'Du kannst eine geheime Wahl nicht zurücknehmen, bevor die anderen gewählt haben',
  'you cannot undo while a player is away from their seat': 'Du kannst keinen Zug zurücknehmen, solange ein Spieler fehlt', 'you cannot watch this table in that view': 'In dieser Ansicht kannst du diesem Tisch nicht zuschauen', 'you have left this seat': 'Du hast diesen Platz verlassen', 'you have not moved yet': 'Du hast noch nicht gezogen',
  'it is not your turn': 'Du bist nicht am Zug', 'draw first': 'Zieh zuerst', 'that cannot be done now': 'Das geht jetzt nicht', 'that cannot be moved': 'Das kann nicht bewegt werden', 'one card at a time': 'Nur eine Karte auf einmal', 'play a card from your hand': 'Spiel eine Karte aus der Hand', 'play cards from your hand': 'Spiel Karten aus der Hand', 'you may not choose that player': 'Du darfst diesen Spieler nicht wählen', 'you may not choose that zone': 'Du darfst diese Zone nicht wählen', 'you must choose something': 'Du musst etwas wählen', 'the auction is over': 'Das Reizen ist beendet', 'bid more than the last bid': 'Biete mehr als das letzte Gebot', 'beat the cards or take them': 'Schlag die Karten oder nimm sie auf', 'choose the cards one by one': 'Wähle die Karten einzeln',
  'play a seven or take the cards': 'Spiel eine Sieben oder nimm die Karten', 'you cannot play a jack on a jack': 'Du kannst keinen Buben auf einen Buben spielen', 'you cannot draw again: play the card or pass': 'Du kannst nicht noch einmal ziehen: Spiel die Karte oder passe', 'you cannot draw because you can play a card': 'Du kannst nicht ziehen, weil du eine Karte spielen kannst', 'you cannot pass because you can play a card': 'Du kannst nicht passen, weil du eine Karte spielen kannst', 'draw a card before you pass': 'Zieh eine Karte, bevor du passt', 'name a suit for your jack first': 'Nenne zuerst eine Farbe für deinen Buben', 'you cannot name a suit because you have not played a jack': 'Du kannst keine Farbe nennen, weil du keinen Buben gespielt hast', 'you cannot take cards because there is no seven against you': 'Du kannst keine Karten nehmen, weil keine Sieben gegen dich liegt', 'play a card from your hand to the discard pile, or draw from the stock': 'Spiel eine Karte aus der Hand auf die Ablage oder zieh vom Stapel',
  'that name looks like the name of another player at this table': 'Dieser Name sieht aus wie der eines anderen Spielers an diesem Tisch', 'that move is not possible now': 'Dieser Zug ist jetzt nicht möglich', 'enough words have been added to this shuffle': 'Zu dieser Mischung wurden genug Wörter hinzugefügt',
  'the operator of this server closed the table': 'Der Betreiber dieses Servers hat den Tisch geschlossen', 'time ran out and no opponent was left at the table': 'Die Zeit ist abgelaufen, und am Tisch ist kein Gegner mehr', 'this table has been changed too often. open a new table': 'Dieser Tisch wurde zu oft geändert. Öffne einen neuen Tisch',
  'the earlier moves cannot be replayed. try again': 'Die früheren Züge lassen sich nicht wiederholen. Versuch es noch einmal', 'the server is busy. try again in a moment': 'Der Server ist ausgelastet. Versuch es gleich noch einmal', 'the host of this table may see all cards, so the host cannot play': 'Der Gastgeber dieses Tisches darf alle Karten sehen und kann deshalb nicht mitspielen',
  'too many connections are open. try again shortly': 'Zu viele Verbindungen sind offen. Versuch es gleich noch einmal', 'too many connections from your address watch this table': 'Von deiner Adresse schauen diesem Tisch zu viele Verbindungen zu', 'you sent too many messages. wait a moment and connect again': 'Du hast zu viele Nachrichten gesendet. Warte einen Moment und verbinde dich neu',
  'a new table cannot be a practice deal. finish a game first and replay its deal': 'Ein neuer Tisch kann keine Übungsverteilung sein. Beende zuerst eine Partie und wiederhole ihre Verteilung', 'a name must not be empty': 'Ein Name darf nicht leer sein', 'the zip archive was damaged on the way': 'Das ZIP-Archiv wurde unterwegs beschädigt',
  'there is no rules file: upload game.cgml, game.json, or a folder with one of them': 'Es gibt keine Regeldatei: Lade game.cgml, game.json oder einen Ordner mit einer davon hoch', 'this server has no room for more games of visitors now': 'Dieser Server hat gerade keinen Platz für weitere eigene Spiele', 'this server plays only its own games': 'Dieser Server spielt nur seine eigenen Spiele',
  'you have brought too many games. remove one of them, or wait until an unused one is removed': 'Du hast zu viele Spiele mitgebracht. Entferne eines davon oder warte, bis ein unbenutztes entfernt wird', 'its owner removed the game': 'Der Besitzer hat das Spiel entfernt', 'its rules failed': 'In den Regeln ist ein Fehler aufgetreten',
  'its rules took too long': 'Die Regeln haben zu lange gerechnet', 'its rules took too much computing time': 'Die Regeln haben zu viel Rechenzeit gebraucht', 'its rules were stopped': 'Die Regeln wurden angehalten',
  'nobody has played it for a while': 'Niemand hat es eine Weile gespielt', 'a bot took too long': 'Ein Bot hat zu lange gerechnet',
};

const PHRASES = new Map(Object.entries({ ...ZONES, ...BUTTONS, ...PHASES, ...WORDS, ...PROMPTS, ...REFUSALS, ...RULE_SENTENCES }));

/** Words that mean something else on a button than as the name of a zone. */
const BUTTON_WORDS = new Map(Object.entries({ ...BUTTONS, discard: 'Ablegen', bid: 'Bieten', build: 'Bauen', meld: 'Melden' }));

const NUMBERS: Record<string, string> = { one: 'eine', two: 'zwei', three: 'drei', four: 'vier', five: 'fünf', '1': 'eine' };
const RANKS: Record<string, string> = { ace: 'Ass', king: 'König', queen: 'Dame', jack: 'Bube', knight: 'Ritter', two: 'Zwei', three: 'Drei', four: 'Vier', five: 'Fünf', six: 'Sechs', seven: 'Sieben', eight: 'Acht', nine: 'Neun', ten: 'Zehn' };
const SUITS: Record<string, string> = { clubs: 'Kreuz', diamonds: 'Karo', hearts: 'Herz', spades: 'Pik', coins: 'Münzen', cups: 'Kelche', swords: 'Schwerter', batons: 'Stäbe' };
const SEAT = '((?:seat |p)\\d+)';

/** A rank as the object of a verb. */
const aRank = (rank: string): string => ({ ace: 'ein Ass', king: 'einen König', jack: 'einen Buben' })[rank] ?? `eine ${RANKS[rank] ?? rank}`;

type Rule = [RegExp, (...values: string[]) => string];
const rule = (pattern: string, german: (...values: string[]) => string): Rule => [new RegExp(`^${pattern.replaceAll('SEAT', SEAT)}$`, 'i'), german];

const PIECE_MOVE = /^\S+(?: \S+)? [a-z]\d+ to [a-z]\d+(?:,|$)/;

/** The parts after the squares of a move: captures, castling, promotion. */
const pieceMoveEnd = (rest: string): string =>
  rest
    .replace(/, takes in passing/, ', schlägt en passant')
    .replace(/, takes an? ([^,]+)/, (_, piece: string) => `, schlägt ${t(piece)}`)
    .replace(/, becomes an? ([^,]+)/, (_, piece: string) => `, wird zu ${t(piece)}`)
    .replace(/, goes back/, ', geht zurück')
    .replace(/, with the ([^,]+)/, (_, piece: string) => `, mit ${t(piece)}`);

/** The name of a card of a duel. Its number, such as `#3`, stays. */
const card = (name: string): string => name.replace(/^(.*?)( #\d+)?$/, (_, plain: string, number = '') => `${t(plain)}${number}`);

const PATTERNS: Rule[] = [
  ...rulePatterns(rule, t),
  // This rule comes before the names of piles, because the pattern `(.+) of SEAT` also matches this prompt.
  rule('lay two cards away into the crib of SEAT', (seat) => `Leg zwei Karten in den Crib von ${seat}`),
  // Cards and amounts.
  rule('(?:the )?(ace|king|queen|jack|knight|two|three|four|five|six|seven|eight|nine|ten) of (clubs|diamonds|hearts|spades|coins|cups|swords|batons)', (rank, suit) => `${SUITS[suit!.toLowerCase()]}-${RANKS[rank!.toLowerCase()]}`),
  rule('(one|two|three|four|five|\\d+) cards?', (n) => `${NUMBERS[n!.toLowerCase()] ?? n} Karte${/^(one|1)$/i.test(n!) ? '' : 'n'}`),
  rule('(\\d+) points?', (n) => `${n} Punkt${n === '1' ? '' : 'e'}`),
  rule('(?:seat |p)(\\d+) and (?:seat |p)(\\d+)', (one, other) => `seats ${one} and ${other}`),
  rule('(pile|row|meld|set|run|build|hand|trick|battle) (\\d+|[AKQJ])', (what, n) => `${t(what!)} ${n}`),
  rule('(\\S+) × (\\d+)', (what, n) => `${t(what!)} × ${n}`),
  rule('trick (\\d+) of (\\d+)', (n, of) => `Stich ${n} von ${of}`),
  rule('secret of (.+)', (who) => `Geheimnis von ${t(who!)}`),
  rule('tricks of (seats .+)', (who) => `Stiche von ${who}`),
  rule('the (.+) of SEAT', (what, seat) => `${t(what!)} von ${seat}`),
  rule('(.+) of SEAT', (what, seat) => `${t(what!)} von ${seat}`),
  rule('your (.+)', (what) => t(what!)),
  rule('to (\\d+) points', (n) => `Bis ${n} Punkte`),
  rule('board (\\d+) of (\\d+)', (n, of) => `Runde ${n} von ${of}`),
  rule('(.+): (\\d+) of (\\d+) (?:picked|chosen)', (what, n, of) => `${t(what!)}: ${n} von ${of} gewählt`),
  rule('(.+) \\((\\d+) of (\\d+) chosen\\)(.*)', (what, n, of, rest) => `${t(what!)} (${n} von ${of} gewählt)${rest ? t(rest) : ''}`),
  rule('SEAT: (pass|double|redouble)', (seat, call) => `${seat}: ${{ pass: 'Passe', double: 'Kontra', redouble: 'Rekontra' }[call!.toLowerCase()]}`),
  // Prompts.
  rule('(.+) to move', (side) => `${t(side!)} ist am Zug`),
  rule('(\\S+) to place an? (.+)', (side, piece) => `${t(side!)} setzt: ${t(piece!)}`),
  rule('pass (.+) to SEAT', (what, seat) => `Gib ${t(what!)} an ${seat} weiter`),
  rule('give (a card|.+ cards) to SEAT', (what, seat) => `Gib ${t(what!)} an ${seat}`),
  rule('play a card: the suit led is (.+)', (suit) => `Spiel eine Karte; ausgespielt ist ${t(suit!)}`),
  rule('play (\\S+), (\\S+) or an eight, or (draw|pass)', (suit, rank, or) => `Spiel ${t(suit!)}, ${rank} oder eine Acht, oder ${or === 'draw' ? 'zieh' : 'passe'}`),
  rule('play (\\S+), an? (\\S+) or a jack, or draw if you cannot\\.', (suit, rank) => `Spiel ${t(suit!)}, ${aRank(rank!)} oder einen Buben. Zieh, wenn du nicht kannst.`),
  rule('play (\\S+), or draw if you cannot\\.', (suit) => `Spiel ${t(suit!)}. Zieh, wenn du nicht kannst.`),
  rule('play a seven, or take (.+)\\.', (cards) => `Spiel eine Sieben oder nimm ${t(cards!)}.`),
  rule('you cannot undo: you have seen (?:the )?(.+?)\\.?', (card) => `Du kannst den Zug nicht zurücknehmen: Du hast ${t(card!)} gesehen`),
  rule('you cannot undo: everybody has seen (?:the )?(.+?)\\.?', (card) => `Du kannst den Zug nicht zurücknehmen: Alle haben ${t(card!)} gesehen`),
  rule('you cannot undo: you have learnt something that was hidden\\.?', () => 'Du kannst den Zug nicht zurücknehmen: Du hast etwas Verdecktes erfahren'),
  rule('you cannot undo: everybody has learnt something that was hidden\\.?', () => 'Du kannst den Zug nicht zurücknehmen: Alle haben etwas Verdecktes erfahren'),
  rule('you cannot undo: (.+) has seen (?:the )?(.+?)\\.?', (who, card) => `Du kannst den Zug nicht zurücknehmen: ${who} hat ${t(card!)} gesehen`),
  rule('you cannot undo: (.+) has learnt something that was hidden\\.?', (who) => `Du kannst den Zug nicht zurücknehmen: ${who} hat etwas Verdecktes erfahren`),
  rule('named suit: (.+)', (suit) => `Genannte Farbe: ${t(suit!)}`),
  rule('penalty points, to (\\d+)', (n) => `Strafpunkte, bis ${n}`),
  rule('a player has (\\d+) points', (n) => `Ein Spieler hat ${n} Punkte`),
  rule('you cannot play the (.+) because it does not match the suit (.+)', (card, suit) => `${t(card!)} passt nicht zu ${t(suit!)}`),
  rule('you cannot play the (.+) because it matches neither (.+) nor the (.+)', (card, suit, top) => `${t(card!)} passt weder zu ${t(suit!)} noch zu ${t(top!)}`),
  rule('beat (\\S+) with (\\d+) of a higher rank, or pass', (rank, n) => `Schlag ${rank} mit ${n} Karten eines höheren Werts oder passe`),
  rule('and one that matches (.+)', (card) => `Und eine, die zu ${t(card!)} passt`),
  rule('bid for (\\d+) points', (n) => `Biete um ${n} Punkte`),
  rule('buy a card for at most (\\d+) coins\\?', (n) => `Eine Karte für höchstens ${n} Münzen kaufen?`),
  rule('draw a card from SEAT, unseen', (seat) => `Zieh verdeckt eine Karte von ${seat}`),
  rule('lay two cards away into your crib', () => 'Leg zwei Karten in deinen Crib'),
  rule('shall (.+) make its suit trump, and go to the dealer\\?', (card) => `Soll ${t(card!)} Trumpf machen und an den Geber gehen?`),
  rule('take cards that add up to (\\d+)', (n) => `Nimm Karten mit der Summe ${n}`),
  rule('take (.+), or draw from the stock\\?', (card) => `${t(card!)} nehmen oder vom Stapel ziehen?`),
  rule('the count is (\\d+)\\. play a card, or say go if none fits', (n) => `Die Summe ist ${n}. Spiel eine Karte oder sag „weiter“, wenn keine passt`),
  rule('the house has (.+)', (n) => `Die Bank hat ${n}`),
  rule('(.+) make (\\d+)', (cards, n) => `${cards} ergeben ${n}`),
  rule('where to with (.+)\\?', (card) => `Wohin mit ${t(card!)}?`),
  rule('which card does (.+) replace, or do you throw it away\\?', (card) => `Welche Karte ersetzt ${t(card!)}? Oder wirfst du sie weg?`),
  rule('which card does (.+) replace\\?', (card) => `Welche Karte ersetzt ${t(card!)}?`),
  rule('which rank do you want from SEAT\\?', (seat) => `Welchen Wert willst du von ${seat}?`),
  rule('will the next card be higher than (.+), or lower\\?', (card) => `Ist die nächste Karte höher oder niedriger als ${t(card!)}?`),
  rule('(\\d+) of (\\d+) tricks are bid\\. how many will you take\\?', (n, of) => `${n} von ${of} Stichen sind angesagt. Wie viele machst du?`),
  rule('how much combat damage does (.+) assign to (.+)\\?', (from, to) => `Wie viel Kampfschaden von ${card(from!)} geht an ${card(to!)}?`),
  rule('how much goes to (.+)\\?', (to) => `Wie viel geht an ${card(to!)}?`),
  rule('how much of the damage from (.+) is prevented\\?', (from) => `Wie viel vom Schaden von ${card(from!)} wird verhindert?`),
  rule('(.+): more than (\\d+)\\?', (card, n) => `${t(card!)}: mehr als ${n}?`),
  rule('lead a card (of your hand|of the dummy)\\.', (whose) => `Spiel eine Karte ${whose === 'of your hand' ? 'aus deiner Hand' : 'des Strohmanns'} aus.`),
  rule('play a card (of your hand|of the dummy): (.+) were led\\.', (whose, suit) => `Spiel eine Karte ${whose === 'of your hand' ? 'aus deiner Hand' : 'des Strohmanns'}; ausgespielt ist ${t(suit!)}.`),
  rule('make a call: (.+) is the last bid\\.', (bid) => `Reize: Das letzte Gebot ist ${bid!.replace(/^(\d) NT\b/, '$1 SA').replace(' by you', ' von dir').replace(' by ', ' von ').replace(', doubled', ', kontriert').replace(', redoubled', ', rekontriert')}.`),
  rule('follow (.+) if you can\\.', (suit) => `Bediene ${t(suit!)}, wenn du kannst.`),
  rule('lead to trick (\\d+) of (\\d+)\\.', (n, of) => `Spiel zu Stich ${n} von ${of} aus.`),
  rule('attack SEAT with a card, or several of a rank\\.', (seat) => `Greif ${seat} mit einer Karte oder mehreren gleichen Werts an.`),
  rule('SEAT takes: give cards along, or pass\\.', (seat) => `${seat} {nimmst auf|nimmt auf}: Gib Karten mit oder passe.`),
  rule('choose what (?:the )?(.+) takes\\.', (card) => `Wähle, was ${t(card!)} nimmt.`),
  rule('choose what to take: cards or a build worth (\\d+)\\.', (n) => `Wähle, was du nimmst: Karten oder einen Bau im Wert ${n}.`),
  rule('(\\d+) of a rank', (n) => `${n} gleiche`),
  rule('a run of (\\d+)', (n) => `Eine Folge von ${n}`),
  rule('SEAT says that the next card is (.+)\\. do you trust that\\?', (seat, claim) => `${seat} {sagst|sagt}: Die nächste Karte ist ${t(claim!)}. Glaubst du das?`),
  rule('SEAT has turned up all six cards: everybody else has one more turn', (seat) => `${seat} {hast|hat} alle sechs Karten aufgedeckt: Alle anderen sind noch einmal am Zug`),
  rule('SEAT foretells: (.+)', (seat, what) => `${seat} {sagst|sagt} voraus: ${t(what!)}`),
  rule('SEAT has (.+), the house (.+)', (seat, made, house) => `${seat} {hast|hat} ${t(made!)}, die Bank ${t(house!)}`),
  rule('too early: (.+) should have come before', (what) => `Zu früh: ${t(what!)} gehört davor`),
  // Announcements with a colon. They come first, because the pattern for boards below would also match them.
  rule('the game is over: (.+)', (why) => `Spiel beendet: ${t(why!)}`),
  rule('this game was closed: (.+)', (why) => `Diese Partie wurde geschlossen: ${t(why!)}`),
  rule('this game was (refused, because|removed:) (.+?)\\.?', (how, why) => `Dieses Spiel wurde ${how === 'removed:' ? 'entfernt' : 'abgelehnt'}: ${t(why!)}`),
  rule('SEAT takes no card: the stock is empty', (seat) => `${seat} {nimmst|nimmt} keine Karte: Der Stapel ist leer`),
  rule('SEAT has one card left: (.+)', (seat, call) => `${seat} {hast|hat} noch eine Karte: ${call}`),
  rule('SEAT wins the hand: (.+)', (seat, call) => `${seat} {gewinnst|gewinnt} die Runde: ${call}`),
  // Moves of duels.
  rule('cast (.+?)(?: (with flashback|for its other cost|for nothing))?', (what, how) => `${card(what!)} wirken${how ? ` (${{ 'with flashback': 'mit Rückblende', 'for its other cost': 'für andere Kosten', 'for nothing': 'kostenlos' }[how.toLowerCase()]})` : ''}`),
  rule('cycle (.+)', (what) => `${card(what!)} umwandeln`),
  rule('(tap|use) (.+?)(?: ability (\\d+))?', (verb, what, n) => `${card(what!)} ${verb!.toLowerCase() === 'tap' ? 'tappen' : 'benutzen'}${n ? ` (Fähigkeit ${n})` : ''}`),
  rule('attack SEAT with (.+)', (seat, what) => `${seat} mit ${card(what!)} angreifen`),
  rule('block (.+) with (.+)', (what, by) => `${card(what!)} mit ${card(by!)} blocken`),
  rule('card (.+)', (what) => card(what!)),
  rule('player SEAT', (seat) => seat!),
  rule('mode (\\d+)', (n) => `Modus ${n}`),
  rule('trigger (\\d+)', (n) => `Ausgelöste Fähigkeit ${n}`),
  rule('effect (\\d+) first: (.+)', (n, what) => `Effekt ${n} zuerst: ${card(what!)}`),
  rule('(.+) deals (\\d+) damage', (what, n) => `${card(what!)}: ${n} Schaden`),
  // Moves.
  rule('name (clubs|diamonds|hearts|spades)', (suit) => `${t(suit!)} nennen`),
  rule('play (.+)', (what) => `${t(what!)} spielen`),
  rule('lead (.+)', (what) => `${t(what!)} ausspielen`),
  rule('discard (.+)', (what) => `${t(what!)} ablegen`),
  rule('(?:put|take) (.+) back', (what) => `${t(what!)} zurücklegen`),
  rule('return (.+)', (what) => `${t(what!)} zurücklegen`),
  rule('knock with (.+)', (what) => `Mit ${t(what!)} klopfen`),
  rule('meld (.+)', (what) => `${t(what!)} melden`),
  rule('lay off (.+) on (.+)', (what, on) => `${t(what!)} anlegen: ${t(on!)}`),
  rule('lay (.+) aside', (what) => `${t(what!)} auslegen`),
  rule('lay down (.+)', (what) => `${t(what!)} auslegen`),
  rule('lay (.+)', (what) => `${t(what!)} auslegen`),
  rule('attack with (.+)', (what) => `Mit ${t(what!)} angreifen`),
  rule('beat (.+) with (.+)', (what, by) => `${t(what!)} mit ${t(by!)} schlagen`),
  rule('throw in (.+)', (what) => `${t(what!)} zuwerfen`),
  rule('throw away (.+)', (what) => `${t(what!)} abwerfen`),
  rule('give along (.+)', (what) => `${t(what!)} mitgeben`),
  rule('trail (.+)', (what) => `${t(what!)} auf den Tisch legen`),
  rule('bid (.+)', (what) => `${t(what!)} bieten`),
  rule('take with (.+?): (.+)', (by, what) => `Mit ${t(by!)} nehmen: ${t(what!)}`),
  rule('take with (.+)', (by) => `Mit ${t(by!)} nehmen`),
  rule('take (.+) with (.+)', (what, by) => `${t(what!)} mit ${t(by!)} nehmen`),
  rule('take (.+)', (what) => `${t(what!)} nehmen`),
  rule('build with (.+)', (what) => `Mit ${t(what!)} bauen`),
  rule('move (.+) to the (.+)', (what, to) => `${t(what!)} → ${t(to!)}`),
  rule('the top of the (.+)', (pile) => `oberste Karte (${t(pile!)})`),
  rule('place an? (.+) on (\\S+)', (what, square) => `${t(what!)} auf ${square} setzen`),
  // Moves on boards: `White: pawn d2 to d4, takes a knight, becomes a queen`.
  rule('turn (\\d+): SEAT', (n, seat) => `Zug ${n}: ${seat} {bist am Zug|ist am Zug}`),
  rule('([^:]+): (.+)', (side, what) => (PIECE_MOVE.test(what!) ? `${t(side!)}: ${t(what!)}` : `${side}: ${t(what!)}`)),
  rule('(\\S+(?: \\S+)?) ([a-z]\\d+) to ([a-z]\\d+)((?:, .+)?)', (piece, from, to, rest) => `${t(piece!)} ${from}–${to}${pieceMoveEnd(rest!)}`),
  rule('(\\S+(?: \\S+)?) places an? (.+) on (\\S+)', (side, piece, square) => `${t(side!)} setzt ${t(piece!)} auf ${square}`),
  rule('(\\w+) on ([a-z]\\d+)', (piece, square) => `${t(piece!)} auf ${square}`),
  rule('(white|black|red|blue|green|yellow) passes', (side) => `${t(side!)} passt`),
  rule('(white|black|red|blue|green|yellow) is out', (side) => `${t(side!)} ist ausgeschieden`),
  rule('(white|black|red|blue|green|yellow) wins', (side) => `${t(side!)} gewinnt`),
  // Messages of the server.
  rule('too many tables were opened from your address\\. try again in (\\d+) minutes\\.?', (n) => `Von deiner Adresse wurden zu viele Tische geöffnet. Versuch es in ${n} Minuten noch einmal`),
  rule('too many wrong codes were tried from your address\\. try again in (\\d+) minutes\\.?', (n) => `Von deiner Adresse wurden zu viele falsche Codes versucht. Versuch es in ${n} Minuten noch einmal`),
  rule('too many games were uploaded from your address\\. try again in (\\d+) minutes\\.?', (n) => `Von deiner Adresse wurden zu viele Spiele hochgeladen. Versuch es in ${n} Minuten noch einmal`),
  rule('too many reports were sent from your address\\. try again in (\\d+) minutes\\.?', (n) => `Von deiner Adresse wurden zu viele Meldungen gesendet. Versuch es in ${n} Minuten noch einmal`),
  rule('you may not use this (name|server): (.+)', (what, why) => `Du darfst ${what === 'name' ? 'diesen Namen' : 'diesen Server'} nicht benutzen: ${why}`),
  rule('a game has at most (\\d+) files\\.?', (n) => `Ein Spiel hat höchstens ${n} Dateien`),
  rule('the files of a game have at most (\\d+) MB together\\.?', (n) => `Die Dateien eines Spiels haben zusammen höchstens ${n} MB`),
  rule('its rules need more than (\\d+) MB of \\w+', (n) => `Die Regeln brauchen mehr als ${n} MB Speicher`),
  rule('this game has reached the limit of (\\d+) moves\\. close the table\\.?', (n) => `Diese Partie hat die Grenze von ${n} Zügen erreicht. Schließe den Tisch`),
  rule("SEAT is played by a(?:n AI| model) in (.+)'s browser: .+ can see its cards", (seat, owner) => `${seat} {wirst|wird} von einer KI im Browser von ${owner} gespielt. ${owner} sieht die Karten.`),
  rule('SEAT keeps', (seat) => `${seat} {behältst|behält} die Hand`),
  rule('SEAT takes a mulligan', (seat) => `${seat} {nimmst|nimmt} einen Mulligan`),
  rule('SEAT uses (.+)', (seat, what) => `${seat} {benutzt|benutzt} ${t(what!)}`),
  rule('SEAT gets an? (.+) token', (seat, what) => `${seat} {bekommst|bekommt} einen Spielstein: ${t(what!)}`),
  rule('a token is gone', () => 'Ein Spielstein verschwindet'),
  rule('(.+) triggers', (what) => `${t(what!)} wird ausgelöst`),
  rule('(.+) has no legal target left', (what) => `${t(what!)} hat kein erlaubtes Ziel mehr`),
  rule('(.+) is countered', (what) => `${t(what!)} wird neutralisiert`),
  rule('(.+) attacks', (what) => `${t(what!)} greift an`),
  rule('(.+) blocks (.+)', (what, whom) => `${t(what!)} blockt ${t(whom!)}`),
  rule('(.+) deals (\\d+) damage to (.+)', (what, n, whom) => `${t(what!)}: ${n} Schaden an ${t(whom!)}`),
  rule('(.+) resolves', (what) => `${t(what!)} wird verrechnet`),
  rule('(.+) dies', (what) => `${t(what!)} stirbt`),
  rule('SEAT casts (.+)', (seat, what) => `${seat} {wirkst|wirkt} ${t(what!)}`),
  rule('SEAT is at (-?\\d+)', (seat, n) => `${seat} {hast|hat} ${n} Lebenspunkte`),
  rule('SEAT takes the pile of (\\d+) cards for (.+)', (seat, n, what) => `${seat} {nimmst|nimmt} die Ablage (${n} Karten) für ${t(what!)}`),
  rule('(.+) is turned face (up|down)', (what, way) => `${t(what!.replace(/ at \d+$/, ''))} wird ${way === 'up' ? 'aufgedeckt' : 'verdeckt'}`),
  // Announcements.
  rule('SEAT passes', (seat) => `${seat} {passt|passt}`),
  rule('SEAT misses a turn', (seat) => `${seat} {setzt aus|setzt aus}`),
  rule('SEAT gets a point', (seat) => `${seat} {bekommst|bekommt} einen Punkt`),
  rule('SEAT gets (\\d+) points', (seat, n) => `${seat} {bekommst|bekommt} ${n} Punkte`),
  rule('SEAT knocks', (seat) => `${seat} {klopfst|klopft}`),
  rule('SEAT deals', (seat) => `${seat} {teilst aus|teilt aus}`),
  rule('SEAT bids (.+)', (seat, bid) => `${seat} {bietest|bietet} ${t(bid!)}`),
  rule('SEAT plays (.+)', (seat, what) => `${seat} {spielst|spielt} ${t(what!)}`),
  rule('SEAT wins the trick', (seat) => `${seat} {machst|macht} den Stich`),
  rule('SEAT wins trick (\\d+) with (.+)', (seat, n, what) => `${seat} {machst|macht} Stich ${n} mit ${t(what!)}`),
  rule('SEAT is out', (seat) => `${seat} {bist fertig|ist fertig}`),
  rule('SEAT is the fool', (seat) => `${seat} {bist der Verlierer|ist der Verlierer}`),
  rule('SEAT goes out', (seat) => `${seat} {machst aus|macht aus}`),
  rule('SEAT says (yes|no)', (seat, answer) => `${seat} {sagst|sagt} ${answer === 'yes' ? 'Ja' : 'Nein'}`),
  rule('SEAT names (.+)', (seat, what) => `${seat} {nennst|nennt} ${t(what!)}`),
  rule('SEAT has (\\d+) points', (seat, n) => `${seat} {hast|hat} ${n} Punkte`),
  rule('SEAT sweeps the table', (seat) => `${seat} {räumst|räumt} den Tisch ab`),
  rule('SEAT discards (.+) after a draw from the stock', (seat, what) => `${seat} {legst|legt} ${t(what!)} ab (vom Stapel gezogen)`),
  rule('SEAT discards (.+) after taking (.+)', (seat, what, taken) => `${seat} {legst|legt} ${t(what!)} ab (${t(taken!)} genommen)`),
  rule('SEAT leaves the upcard', (seat) => `${seat} {lässt|lässt} die offene Karte liegen`),
  rule('SEAT discards (.+)', (seat, what) => `${seat} {legst|legt} ${t(what!)} ab`),
  rule('SEAT takes (.+) with (.+)', (seat, what, by) => `${seat} {nimmst|nimmt} ${t(what!)} mit ${t(by!)}`),
  rule('SEAT takes up (.+)', (seat, what) => `${seat} {nimmst|nimmt} ${t(what!)} auf`),
  rule('SEAT takes (.+)', (seat, what) => `${seat} {nimmst|nimmt} ${t(what!)}`),
  rule('SEAT lays down (.+)', (seat, what) => `${seat} {legst|legt} ${t(what!)} aus`),
  rule('SEAT melds (\\d+) cards as (.+)', (seat, n, what) => `${seat} {meldest|meldet} ${n} Karten als ${t(what!)}`),
  rule('SEAT wins the hand with (\\d+)', (seat, n) => `${seat} {gewinnst|gewinnt} die Runde mit ${n}`),
  rule('SEAT wins the game: (\\d+) more', (seat, n) => `${seat} {gewinnst|gewinnt} die Partie: ${n} mehr`),
  rule('SEAT wins', (seat) => `${seat} {gewinnst|gewinnt}`),
  rule('SEAT resigned', (seat) => `${seat} {hast aufgegeben|hat aufgegeben}`),
  rule('hand (\\d+) is dealt', (n) => `Runde ${n} wird ausgeteilt`),
  rule('(attacking|blocking|on) (.+)', (what, whom) => `${{ attacking: 'greift an:', blocking: 'blockt:', on: 'auf' }[what!.toLowerCase()]} ${t(whom!)}`),
];

const known = new Map<string, string>();
/** The German texts of the game for which `known` was filled. */
let knownFor: Record<string, string> | undefined;

/** The German text, with markers for verbs. A text without a translation stays unchanged. */
function t(words: string): string {
  if (knownFor !== broughtTo('de')) {
    knownFor = broughtTo('de');
    known.clear();
  }
  const cached = known.get(words);
  if (cached !== undefined) return cached;
  const found = lookUp(words);
  // A long match has many texts. If there are too many in the cache, the oldest is dropped.
  if (known.size >= 2000) known.delete(known.keys().next().value!);
  known.set(words, found);
  return found;
}

function lookUp(words: string): string {
  // The texts of the game come before all other texts, also as parts of a sentence.
  const brought = knownFor ?? {};
  const plain = words.trim();
  const lower = plain.toLowerCase();
  const [, bare = '', dot = ''] = /^(.*?)([.!]?)$/s.exec(lower) ?? [];
  const whole = brought[lower] ?? MOVES.get(plain) ?? PHRASES.get(lower) ?? PHRASES.get(lower.replace(/^the /, ''));
  if (whole !== undefined) return whole;
  const sentence = dot ? (brought[bare] ?? PHRASES.get(bare)) : undefined;
  if (sentence !== undefined) return `${sentence}${dot}`;
  for (const [pattern, german] of PATTERNS) {
    const found = pattern.exec(plain);
    if (found) return german(...found.slice(1));
  }
  return words;
}

/** The German text, with markers `{du|er}` for the verbs of seats. */
export const germanMarked = t;

/** The German label of a button. */
export const germanButton = (label: string): string => BUTTON_WORDS.get(label.trim().toLowerCase()) ?? t(label);
