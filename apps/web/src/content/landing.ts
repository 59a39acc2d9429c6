import { t } from '@lingui/core/macro';

/** Features on the front page; all of them exist. */
export const features = [
  [
    t`Live co-writing`,
    t`Several people write in one document at the same time. You see their changes and cursors while they type. Paragraphs are not locked.`,
  ],
  [
    t`Durable saving`,
    t`The page shows Saved only after the server has written your changes to its disk. Another user sees a change only after that, too.`,
  ],
  [
    t`Offline editing`,
    t`You can continue to write without a connection. Your changes stay on your device and are sent when the connection is back.`,
  ],
  [
    t`Roles enforced by the server`,
    t`Viewers read, reviewers comment and suggest, editors write, owners share. The server checks the role for every change.`,
  ],
  [
    t`HTTP API`,
    t`Programs can read, create, import and export documents, comment, search and restore versions. Every installation documents its own API.`,
  ],
  [
    t`Self-hosted`,
    t`One command starts Longhand with its database on your own machine. It does not track users, and connects only to services that you configure.`,
  ],
] as const;

/** Invented testimonials: marked as samples on the page, until there are real ones. */
export const samples = [
  [
    t`We no longer send files by email. The text and all comments are in one place.`,
    t`A magazine team of four people`,
  ],
  [
    t`Our lawyers can comment and suggest changes, but they cannot change the text by accident.`,
    t`A press office`,
  ],
  [
    t`The power failed while I was writing. The text that was shown as Saved was still there.`,
    t`A freelance writer`,
  ],
] as const;
