/**
 * The terms that `npm run prose` rejects, each with its replacement. A pattern without capital letters
 * ignores case.
 * Add a term when a review finds a phrase that a reader has to read twice. `except` matches paths where it may stay:
 * applied migrations never change.
 * @type {readonly { pattern: RegExp, use: string, except?: RegExp }[]}
 */
export const proseTerms = [
  // Indefinite people. Name the role.
  { pattern: /\b(?:nobody|no one|nobody's)\b/, use: 'name the role: "no user", "no caller", or the passive' },
  {
    pattern: /\b(?:somebody|someone|somebody's|someone's)\b/,
    use: 'name the role: "a user", "the caller", "the owner"',
  },
  { pattern: /\bwho(?:so)?ever\b/, use: 'name the role: "the user who", "callers that"' },
  {
    pattern: /\b(?:a|the|this|that|each|every|one|another|same|signed-in) persons?\b/,
    use: '"user", "caller", "owner" or "creator"',
  },
  { pattern: /\bpersons\b/, use: '"users"' },

  // Noun clauses in place of nouns.
  {
    pattern:
      /\bwhat (?:it|was|is|nobody|somebody|they|one|the [a-z]+|a [a-z]+|this [a-z]+) [a-z]+(?: [a-z]+)? (?:is|are|was|were|does|goes|has|comes)\b/,
    use: 'a noun phrase',
  },
  // A sentence that starts with a "What" clause and is no question.
  {
    pattern: /(?:^|[.:] )What (?!is\b|are\b|if\b|to\b|happens\b|and\b)[^.?]+(?=$|[^?]$|\.)/,
    use: 'start with a noun or a verb, not a "what" clause',
  },
  { pattern: /\bthe ones? that\b/, use: 'the noun itself' },
  { pattern: /\bthat which\b/, use: 'the noun itself' },

  // Archaic or translated idiom.
  { pattern: /\banew\b/, use: '"again"' },
  { pattern: /\bby now\b/, use: '"now"' },
  { pattern: /\bin force\b/, use: '"current"' },
  { pattern: /\b(?:of|by|at|in|on) its end\b/, use: '"when it ends", "at the end"' },
  { pattern: /\bof (?:its|their|his|her|one's|my|our|your) own\b/, use: '"its", "separate" or "own"' },
  { pattern: /\ball by itself\b/, use: '"automatically"' },
  { pattern: /(?<!leave |left |leaves |stand)\balone\b/, use: '"only", "by itself" or "separately"' },
  { pattern: /\b(?:one|two|three) a (?:row|line|page|person|day|user)\b/, use: '"one per row"' },
  {
    pattern:
      /\b(?:lest|thereby|therein|thereof|whereof|whilst|amongst|hence|thus|ere|henceforth|forthwith)\b/,
    use: 'a plain word',
  },
  { pattern: /\bfor ever\b/, use: '"forever"' },
  { pattern: /\b(?:is|are|was|were|be|been) borne\b/, use: '"is allowed"' },
  { pattern: /\bto be had\b/, use: '"available"' },
  { pattern: /\b(?:is|are|be|was|were) had\b/, use: '"is available", "is obtained"' },
  { pattern: /\bgo(?:es|ing)? on\b(?! (?:the|a|that|to) )/, use: '"continues", "keeps"' },
  { pattern: /\bby turns\b/, use: '"alternating", "in turn"' },
  {
    pattern: /\bof ours\b/,
    use: '"our", or the name of the program',
    except: /^supabase\/migrations\//,
  },
  { pattern: /\bcomes? to be\b/, use: '"becomes", "is made"' },
  { pattern: /\b(?:as|than) (?:it|they) (?:stands?)\b/, use: '"as is"' },
  {
    pattern: /\bstands? (?:in|at|under|beside|above|below|before|behind|there|here|alone)\b/,
    use: '"is in", "is at"',
  },
  { pattern: /\bnothing but\b/, use: '"only"' },
  { pattern: /\bno (?:more|less) than (?:that|this)\b/, use: '"only that"' },
  { pattern: /\bis so\b(?! \w)/, use: 'say what is true' },
  { pattern: /\bnot so\b(?! \w)/, use: 'say what is true' },
  { pattern: /\bleads? nowhere\b/, use: 'say what happens' },
  { pattern: /\bin (?:nobody|somebody|everybody)'s way\b/, use: 'say what does not conflict' },
  { pattern: /\bsees? to (?:it|that|this)\b/, use: '"ensures"' },
  { pattern: /\bis (?:not )?to leave\b/, use: '"may leave"' },
  { pattern: /\bno word\b/, use: '"no text", "nothing"' },
  { pattern: /\bin words\b/, use: '"as text"' },
  { pattern: /\bsays? so\b/, use: 'say what the message is: "shows an error", "reports it"' },
  { pattern: /\bbegins? (?:over|afresh)\b/, use: '"starts again"' },
  { pattern: /\b(?:none|not|no\b[^.]*) any ?more\b/, use: '"no longer"' },
  { pattern: /\bof late\b/, use: '"recently"' },
  { pattern: /\bto blame\b/, use: '"the cause"' },
  { pattern: /\bwhere(?:in|upon|by|from)\b/, use: 'a plain clause' },

  // The field's own terms.
  {
    pattern: /(?<!connection )\brefus(?:e[sd]?|als?|ing)\b/,
    use: '"reject", "rejection", or say what happens: "does not start", "returns 403"',
    except: /^supabase\/migrations\//,
  },
  { pattern: /\b(?:tells?|told|telling) of\b/, use: '"reports", "says that"' },
  { pattern: /\b(?:is|are|was|were|be|been|being) told\b/, use: '"is reported", "is notified", "is shown"' },
  {
    pattern: /\btold (?:by|to|as|where|once|apart|what|that|from|in)\b/,
    use: '"reported", "distinguished", "shown"',
  },
  { pattern: /\b(?:auth |sign-in |these |those |each |the )?doors?\b/, use: '"link", "entry point"' },
  {
    pattern: /\b(?:the|its|their|these|those|own|with|same|such|other|few|few|its|more|good|plain) words\b/,
    use: '"text", "message" or "strings"',
  },
  {
    pattern: /\b(?:went|go|goes|gone|has gone|is gone|are gone) away\b/,
    use: '"disconnected", "was removed"',
  },
  { pattern: /\bgives? up\b(?= (?:and|when|after))/, use: '"stops", "times out"' },
  { pattern: /\bfigures of\b/, use: '"analytics for", "metrics of"' },
  { pattern: /\b(?:put|typed|taken) (?:in|back) by\b/, use: 'a plain verb' },

  // British spelling.
  { pattern: /\b\w*(?<!multi)colou?r(?<!color)\w*\b/, use: '"color"' },
  { pattern: /\b(?:behaviour|favour|honour|labour|neighbour|flavour|harbour)\w*\b/, use: 'US spelling: -or' },
  { pattern: /\bcatalogues?\b/, use: '"catalog"' },
  { pattern: /\b(?:licence|defence|offence)s?\b/, use: 'US spelling: -se' },
  { pattern: /\bgrey\w*\b/, use: '"gray"' },
  { pattern: /\bcentre[sd]?\b/, use: '"center"' },
  {
    pattern:
      /\b(?:cancell(?:ed|ing)|labell(?:ed|ing)|modell(?:ed|ing)|travell(?:ed|ing)|signall(?:ed|ing))\b/,
    use: 'US spelling: one "l"',
  },
  { pattern: /\b(?:enrol|fulfil|instal)(?:s|ment)?\b/, use: 'US spelling: double "l"' },
  {
    pattern: /\b(?:learnt|spelt|judgement|acknowledgement|programme|cheque|ageing|storey|artefact)s?\b/,
    use: 'US spelling',
  },
  {
    pattern:
      /\b(?:initiali|recogni|organi|saniti|normali|seriali|minimi|maximi|optimi|synchroni|authori|customi|memori|summari|categori|reali|virtuali|capitali|randomi|anonymi|finali|prioriti|utili|visuali|apologi|criti|speciali|standardi|deseriali|tokeni|materiali|locali|generali|neutrali|emphasi)s(?:e[sdr]?|ing|ation\w*|able)\b/,
    use: 'US spelling: -ize',
  },
  { pattern: /\banaly(?:se[sd]?|sing)\b/, use: 'US spelling: -yze' },
];
