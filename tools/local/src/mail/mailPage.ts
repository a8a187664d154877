/** The mailbox as an HTML page without scripts: the text of each mail with its links, newest first. */
import type { Mail } from '@slipway/backend';
import { escapeText as escaped } from '@slipway/cli';

/** The text with every HTTP URL as a link. */
const linked = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escaped(part)}" rel="noreferrer">${escaped(part)}</a>` : escaped(part),
    )
    .join('');

const article = ({ to, subject, text, at }: Mail, index: number) => `
    <article aria-labelledby="mail-${String(index)}">
      <h2 id="mail-${String(index)}">${escaped(subject)}</h2>
      <p>To ${escaped(to)}, <time datetime="${escaped(at)}">${escaped(at.replace('T', ' ').slice(0, 19))} UTC</time></p>
      <pre>${linked(text.trim())}</pre>
    </article>`;

export const mailPage = (mails: readonly Mail[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Mail (${String(mails.length)})</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/_mail/styles.css">
  </head>
  <body>
    <main>
      <h1>Mail</h1>
      <p>Mails from this server. Nothing is sent. <a href="/_mail">Refresh</a></p>${
        mails.length === 0 ? '\n      <p>No mail yet.</p>' : mails.map(article).join('')
      }
    </main>
  </body>
</html>
`;
