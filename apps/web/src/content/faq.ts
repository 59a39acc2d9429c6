/** Frequently asked questions, with answers that are true of the current product. */
export const questions = [
  {
    question: 'What is Longhand?',
    answer:
      'A web application in which teams write and edit together: several people in one text at the same time, with comments, versions and roles that the server enforces. You run it on a machine of your own.',
  },
  {
    question: 'What does it cost?',
    answer: 'Nothing. There is one edition, and everything is in it, for any number of people.',
  },
  {
    question: 'What do I need to run it?',
    answer:
      'A machine with Git and Node 20 or newer. One command installs what is missing, builds the pages and starts everything, the database included. There is no second service to begin with.',
  },
  {
    question: 'What does Saved mean?',
    answer:
      'That your words are on the server’s disk. Not in its memory, and not on their way. Until then the page says Saving…, and without a connection it says Offline: kept on this device.',
  },
  {
    question: 'What happens to my text when the power goes out?',
    answer:
      'What was saved is on disk. What was not is on your device and is sent as soon as the server answers again. The tests of the product kill the server again and again while people type, and account for every word.',
  },
  {
    question: 'Can several people write in one paragraph?',
    answer:
      'Yes. Everybody sees every word as it is typed, and where the others are. Nobody waits for a turn, and nothing is locked.',
  },
  {
    question: 'Who can see my documents?',
    answer:
      'A personal draft is seen by you and by those you share it with. A document in a project is seen by the people of the project. Whoever administers the server does not see them by being administrator.',
  },
  {
    question: 'What is the difference between a reviewer and an editor?',
    answer:
      'A reviewer reads and comments, and cannot change the text. That is not a setting of the page: the server refuses the change, whichever program sends it.',
  },
  {
    question: 'Can I get my text out again?',
    answer:
      'Always: as Markdown, HTML, Word, PDF, EPUB or plain text, a document or a whole project at once. Each export says what the format could not carry.',
  },
  {
    question: 'Can I bring my documents along?',
    answer: 'Yes: Markdown, HTML, Word and plain text, or a zip of these. A report at the end says what could not be carried.',
  },
  {
    question: 'Is there an API?',
    answer:
      'The one that the pages themselves use, described in full at /api/v1/docs on every installation, with access tokens for programs.',
  },
  {
    question: 'Does it send data anywhere?',
    answer:
      'No. The pages load nothing from other servers, and the server calls nobody but the mail server and the file store that you give it.',
  },
] as const;
