/**
 * What an endpoint's address says when it is opened: how to call it. Addresses are no secret and two people's may be
 * the same, so it says nothing of any deployment: not even whether there is one. The key tells more.
 */
import { html } from 'hono/html';

/** For programs. `address` is the endpoint's own. */
export const endpointDescription = (address: string) => ({
  endpoint: address,
  call: {
    method: 'POST',
    headers: { authorization: 'Bearer ak_…', 'content-type': 'application/json' },
    body: { message: 'Hello' },
  },
  openai_base_url: address,
  openapi: new URL('/v1/openapi.json', address).href,
});

const curl = (address: string) => `curl ${address} \\
  -H "Authorization: Bearer $AGENT_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "Hello"}'`;

const javascript = (address: string) => `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${address}',
  apiKey: process.env.AGENT_KEY,
});
const answer = await client.chat.completions.create({
  model: 'agent',
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(answer.choices[0].message.content);`;

const python = (address: string) => `import os
from openai import OpenAI

client = OpenAI(
    base_url="${address}",
    api_key=os.environ["AGENT_KEY"],
)
answer = client.chat.completions.create(
    model="agent",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`;

const sample = (title: string, code: string) =>
  html` <section aria-label="${title}">
    <h2>${title}</h2>
    <pre tabindex="0"><code>${code}</code></pre>
  </section>`;

/** For people. `slug` is the end of the address. */
export const endpointPage = (slug: string, address: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${slug}: an agent's endpoint</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/v1/endpoint.css" />
      </head>
      <body>
        <main>
          <p class="kind">Agent endpoint</p>
          <h1>${slug}</h1>
          <p>
            This address answers programs. Send it a message with the deployment's key, which its owner copies
            on their deployments page.
          </p>
          <p class="address"><span>POST</span> <code>${address}</code></p>
          ${[
            sample('curl', curl(address)),
            sample('JavaScript', javascript(address)),
            sample('Python', python(address)),
          ]}
          <p>
            Add <code>"stream": true</code> for an answer word by word, and the header
            <code>Idempotency-Key</code> to repeat a call that must count once. Everything else is in the
            <a href="/v1/openapi.json">OpenAPI document</a>.
          </p>
        </main>
      </body>
    </html> `;
