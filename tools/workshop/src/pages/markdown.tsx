/** Stories of the folder `markdown/`. */
import { Card } from '@slipway/design-system';
import { Markdown } from '@slipway/design-system/markdown';
import type { Story } from '../story';

const readme = `## Before you start

It answers from **your** help center, *not* from the web, and keeps to [its rules](https://example.com/rules).

1. Connect the help center.
2. Ask a question:
   - in your language
   - with an order number, such as \`A-1042\`

> When it is not sure, it hands over to your team.

| Plan | Messages | Answer within |
|---|---|---|
| Starter | 100 | 10 s |
| Pro | 10,000 | 5 s |

\`\`\`sh
curl https://api.example.com/v1/agents/support \\
  -H "Authorization: Bearer $KEY"
\`\`\`

---

- [x] Tested in English
- [ ] Tested in Spanish`;

export default {
  Markdown: {
    'every kind of block': () => (
      <Card>
        <Markdown level={4} text={readme} />
      </Card>
    ),
    'without HTML, images and script URLs': () => (
      <Card>
        <Markdown text="<b>Bold</b> ![A harbor](https://example.com/harbor.png) [Press](javascript:alert(1))" />
      </Card>
    ),
  },
} satisfies Story;
