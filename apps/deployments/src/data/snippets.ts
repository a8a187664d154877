/** Code examples for programs. Keys come from environment variables, so the code contains no secret. */

export interface Snippet {
  id: 'curl' | 'javascript' | 'python';
  code: string;
}

/** For bash and zsh: asks for the key, so that it is neither on the screen nor in the history. */
export const firstCallOf = (endpoint: string): string =>
  `read -rs SLIPWAY_API_KEY && ${snippetsOf(endpoint)[0]?.code ?? ''}`;

export const snippetsOf = (endpoint: string): Snippet[] => [
  {
    id: 'curl',
    code: `curl ${endpoint} \\
  -H "Authorization: Bearer $SLIPWAY_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"message": "Hello"}'`,
  },
  {
    id: 'javascript',
    code: `const response = await fetch('${endpoint}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SLIPWAY_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ message: 'Hello' }),
});
console.log(await response.json());`,
  },
  {
    id: 'python',
    code: `import json, os, urllib.request

request = urllib.request.Request(
    '${endpoint}',
    data=json.dumps({'message': 'Hello'}).encode(),
    headers={
        'Authorization': f"Bearer {os.environ['SLIPWAY_API_KEY']}",
        'Content-Type': 'application/json',
    },
)
print(json.load(urllib.request.urlopen(request)))`,
  },
];

/** Verifies a message of a webhook: `body` as it was received, and its headers. */
export const receiverCode = `import { Webhook } from 'standardwebhooks';

// Throws for a forged or old message. body is the text as received.
const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const event = webhook.verify(body, headers);
console.log(event.type, event.data);`;
