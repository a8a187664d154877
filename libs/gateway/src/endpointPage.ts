/**
 * The page of an endpoint, which explains how to call it. Endpoint URLs are public, and two owners can have the same
 * one, so the page reveals nothing about a deployment, not even whether it exists. With its API key, the response has
 * more.
 */
import { html } from 'hono/html';

/** For programs. `address` is the endpoint's URL. */
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
  -H "Authorization: Bearer $SLIPWAY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "Hello"}'`;

const javascript = (address: string) => `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${address}',
  apiKey: process.env.SLIPWAY_API_KEY,
});
const completion = await client.chat.completions.create({
  model: 'agent',
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(completion.choices[0].message.content);`;

const python = (address: string) => `import os
from openai import OpenAI

client = OpenAI(
    base_url="${address}",
    api_key=os.environ["SLIPWAY_API_KEY"],
)
completion = client.chat.completions.create(
    model="agent",
    messages=[{"role": "user", "content": "Hello"}],
)
print(completion.choices[0].message.content)`;

const sample = (title: string, code: string) =>
  html` <section aria-label="${title}">
    <h2>${title}</h2>
    <pre tabindex="0"><code>${code}</code></pre>
  </section>`;

/** For browsers. `slug` is the last segment of the URL. */
export const endpointPage = (slug: string, address: string) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${slug} – agent endpoint</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/v1/endpoint.css" />
      </head>
      <body>
        <main>
          <p class="kind">Agent endpoint</p>
          <h1>${slug}</h1>
          <p>
            Programs call this agent here. Send a message with the deployment's API key, which its owner can
            copy on the deployments page.
          </p>
          <p class="address"><span>POST</span> <code>${address}</code></p>
          ${[
            sample('curl', curl(address)),
            sample('JavaScript', javascript(address)),
            sample('Python', python(address)),
          ]}
          <p>
            Add <code>"stream": true</code> to receive the response as it is generated. Send the header
            <code>Idempotency-Key</code> to retry a call without being charged twice. See the
            <a href="/v1/openapi.json">OpenAPI document</a> for everything else.
          </p>
        </main>
      </body>
    </html> `;
