import { t } from '@lingui/core/macro';

/** Frequently asked questions, with answers that are true of the current product. */
export const questions = [
  {
    question: t`What is Longhand?`,
    answer: t`Longhand is a web application in which teams write and edit together. Several people can write in one document at the same time. Suggestions, comments, review rounds, versions and roles are included. You run Longhand on your own machine.`,
  },
  {
    question: t`What does it cost?`,
    answer: t`Longhand is free. There is one edition with all features, for any number of people.`,
  },
  {
    question: t`What do I need to run it?`,
    answer: t`You need a machine with Git and Node.js 20 or newer. One command installs the packages, builds the pages and starts the server with its database. No other service is required.`,
  },
  {
    question: t`What does Saved mean?`,
    answer: t`Saved means that your changes are on the server’s disk, not only in its memory. While changes are being sent, the page shows Saving…. Without a connection it shows Offline: kept on this device.`,
  },
  {
    question: t`What happens to my text in a power cut?`,
    answer: t`Text that was shown as Saved is on the server’s disk. Other changes are stored on your device and are sent when the server is available again. Automated tests kill the server repeatedly while clients type, and check every word.`,
  },
  {
    question: t`Can several people write in one paragraph?`,
    answer: t`Yes. You see the changes and the cursors of other people while they type. Paragraphs are not locked. Concurrent changes are merged.`,
  },
  {
    question: t`Who can see my documents?`,
    answer: t`A personal draft can be seen by you and the people with whom you share it. A document in a project can be seen by the people of the project. Administrators of the server cannot see documents that were not shared with them.`,
  },
  {
    question: t`What is the difference between a reviewer and an editor?`,
    answer: t`A reviewer can read, comment and suggest changes. An editor can also change the text and accept or reject suggestions. The server enforces this: it refuses a change of the text by a reviewer, whichever program sends it.`,
  },
  {
    question: t`Can I export my documents?`,
    answer: t`Yes. You can export a document or a whole project as Markdown, HTML, Word, PDF, EPUB or plain text. After each export, a report lists what the format does not include.`,
  },
  {
    question: t`Can I import existing documents?`,
    answer: t`Yes. You can import Markdown, HTML, Word and plain text files, or a zip of these. After each import, a report lists what is not included.`,
  },
  {
    question: t`Is there an API?`,
    answer: t`Yes. Every installation documents its HTTP API at /api/v1/docs. Programs use access tokens. With a token, a program can read, create and import documents, comment, and restore versions. It cannot write into the text of a document.`,
  },
  {
    question: t`Does it send data to other services?`,
    answer: t`No. The pages load nothing from other servers. The server connects only to services that you configure: a database, a mail server and a file store.`,
  },
] as const;
