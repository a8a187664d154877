/** The environment variables that each command of the workflows must get. `workflows.test.ts` compares the workflows with them. */
export const variables = {
  plan: ['GITHUB_OUTPUT'],
  release: ['PLAN', 'TARGET', 'REASON', 'REGISTRY', 'GITHUB_SHA'],
  preview: ['RELEASE', 'PREVIEW', 'STAGING', 'REASON', 'GITHUB_OUTPUT'],
  staging: ['RELEASE', 'STAGING', 'REASON'],
  production: ['RELEASE', 'STAGING', 'PRODUCTION', 'REASON'],
} as const;

export type CommandName = keyof typeof variables;
