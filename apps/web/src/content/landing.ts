/** Features on the front page; all of them exist. */
export const features = [
  [
    'Live co-writing',
    'Several people write in one document at the same time. You see their changes and cursors while they type. Paragraphs are not locked.',
  ],
  [
    'Durable saving',
    'The page shows Saved only after the server has written your changes to its disk. Another user sees a change only after that, too.',
  ],
  [
    'Offline editing',
    'You can continue to write without a connection. Your changes stay on your device and are sent when the connection is back.',
  ],
  [
    'Roles enforced by the server',
    'Viewers read, reviewers comment and suggest, editors write, owners share. The server checks the role for every change.',
  ],
  [
    'HTTP API',
    'Programs can read, create, import and export documents, comment, search and restore versions. Every installation documents its own API.',
  ],
  [
    'Self-hosted',
    'One command starts Longhand with its database on your own machine. It does not track users, and connects only to services that you configure.',
  ],
] as const;

/** Invented testimonials: marked as samples on the page, until there are real ones. */
export const samples = [
  [
    'We no longer send files by email. The text and all comments are in one place.',
    'A magazine team of four people',
  ],
  [
    'Our lawyers can comment and suggest changes, but they cannot change the text by accident.',
    'A press office',
  ],
  [
    'The power failed while I was writing. The text that was shown as Saved was still there.',
    'A freelance writer',
  ],
] as const;
