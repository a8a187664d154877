/** An example of each field of an environment that is a list or an object, for messages about wrong values. */

/** By the path of the field; `*` stands for the id of a slice. */
const examples: Readonly<Record<string, object>> = {
  site: { name: 'Harbor', owner: 'Harbor Inc.', callUrl: 'https://cal.example.com/ada' },
  languages: ['en', 'de'],
  policy: { minimumTime: [{ environment: 'staging', minutes: 60 }] },
  'policy.minimumTime': [{ environment: 'staging', minutes: 60 }],
  'policy.deployers': { billing: ['Ada'] },
  'policy.approvals': { count: 1, by: ['Ada'] },
  'policy.errorBudget': { days: 7 },
  'policy.freezes': [{ reason: 'year end', from: '2026-12-20T00:00:00Z', to: '2027-01-04T00:00:00Z' }],
  'policy.breakGlass': ['Ada'],
  overrides: ['billing@0123456789abcdef'],
  canaries: { steps: [1, 5, 25, 100] },
  'canaries.steps': [1, 5, 25, 100],
  health: { sample: 0.1 },
  config: { billing: { pageSize: 20 } },
  'config.*': { pageSize: 20 },
  flags: { billing: { newInvoices: true } },
  'flags.*': { newInvoices: true },
  thirdParties: { billing: { connect: ['https://api.example.com'] } },
  'thirdParties.*': { connect: ['https://api.example.com'] },
  'thirdParties.*.connect': ['https://api.example.com'],
  'thirdParties.*.img': ['https://images.example.com'],
  'thirdParties.*.frame': ['https://player.example.com'],
  sandbox: { origin: 'https://example-sandbox.net', slices: ['notes'] },
  'sandbox.slices': ['notes'],
  timeLimits: { page: 20000 },
  hosting: { listen: '8080' },
};

/** An example of the field at a dotted path, as JSON; undefined for a field that is neither a list nor an object. */
export function exampleOf(path: string): string | undefined {
  const example = examples[path] ?? examples[path.replace(/(?<=^\w+\.)[^.]+/, '*')];
  return example && JSON.stringify(example);
}
