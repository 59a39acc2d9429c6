/** Features on the front page; all of them exist. */
export const features = [
  [
    'One text, many hands',
    'Everyone sees every word as it is typed, and where the others are. Nobody waits for a turn, and nothing is locked.',
  ],
  ['Saved means saved', 'The page says Saved when your words are on the server’s disk, and not a moment before.'],
  ['Offline is no loss', 'Without a connection you go on writing. Your words stay on your device and are sent when it is back.'],
  [
    'Roles that hold',
    'Viewers read, reviewers comment, editors write, owners share. The server enforces it, whatever program asks.',
  ],
  [
    'Open API',
    'Everything that the pages do, versions, comments, search, import and export included, is an API that every installation describes itself. Programs can do what people can.',
  ],
  ['Yours', 'One command on a machine of your own, the database included. No tracking, no outside connections.'],
] as const;

/** Invented testimonials: marked as samples on the page, until there are real ones. */
export const samples = [
  ['We stopped sending files around. The last thing named “final” in our folder is from March.', 'A magazine of four people'],
  ['I can let our lawyers comment without wondering what they will do to the commas.', 'A press office'],
  ['It said Saved, the power went out, and the sentence was there. That is all I ever wanted.', 'A writer on a train'],
] as const;
