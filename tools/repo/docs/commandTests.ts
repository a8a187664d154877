/**
 * Which test runs the commands of each section of the documents, as written; or why none does. A section with commands
 * that is missing here fails `commandTests.test.ts`.
 */
export type Proof = { test: string } | { reason: string };

const clone = { test: 'e2e/specs/documents/commands.spec.ts' };
const runbook = { test: 'tools/cli/src/runbook.test.ts' };
const local = { test: 'tools/local/src/runbook.test.ts' };

/** By document and heading: `docs/runbook.md#Keys`. A heading of the third level belongs to that of the second. */
export const commandTests: Readonly<Record<string, Proof>> = {
  'CONTRIBUTING.md#Set up': { reason: 'the test is in a clone already; its last command is README’s' },
  'README.md#Try it': { reason: 'npm start is what startClone runs, npm test is what runs this' },
  'README.md#Ship a slice': clone,
  'README.md#Add an environment': clone,
  'README.md#Call an agent': { test: 'e2e/specs/deployments/deployAndCall.spec.ts' },
  'docs/alerts.md#Alerts': { test: 'tools/cli/src/alertsCommand.test.ts' },
  'docs/canaries.md#Canaries': { test: 'tools/cli/src/autoCanaryCommand.test.ts' },
  'docs/configuration.md#The collector as a service: `apps/collector`': {
    test: 'apps/collector/src/service.test.ts',
  },
  'docs/console.md#The console': { test: 'e2e/specs/console/console.spec.ts' },
  'docs/console.md#Read-only, behind your sign-in': { test: 'tools/cli/src/console/console.test.ts' },
  'docs/dev.md#Develop a slice': { test: 'e2e/specs/shipping/devServer.spec.ts' },
  'docs/flags.md#Set it': { test: 'tools/cli/src/flagsCommand.test.ts' },
  'docs/flags.md#Compare the variants': { test: 'tools/cli/src/flagsCommand.test.ts' },
  'docs/foreign-slice.md#Install': { test: 'e2e/specs/shipping/foreignSlice.spec.ts' },
  'docs/foreign-slice.md#Commands': { test: 'e2e/specs/shipping/foreignSlice.spec.ts' },
  'docs/hosted-supabase.md#Set up a project': { test: 'supabase/tests/hostedPush.test.ts' },
  'docs/hosting.md#Hosting': clone,
  'docs/hosting.md#nginx and Caddy': clone,
  'docs/hosting.md#Static hosts': {
    reason: 'they need accounts of Netlify and AWS; e2e/specs/hosting serves the same files and headers',
  },
  'docs/http-api.md#Make a call': { test: 'e2e/specs/deployments/deployAndCall.spec.ts' },
  'docs/languages.md#Offer it': clone,
  'docs/new-slice.md#A new slice': { test: 'e2e/specs/shipping/newSlice.spec.ts' },
  'docs/offline.md#Switch it off': clone,
  'docs/overrides.md#Allow it': clone,
  'docs/overrides.md#A build of your machine': { reason: 'README has the same command' },
  'docs/runbook.md#In a clone': clone,
  'docs/runbook.md#Approvals in a clone': { test: 'tools/cli/src/trust/ownStore.test.ts' },
  'docs/runbook.md#Environments': clone,
  'docs/runbook.md#Deploy': clone,
  'docs/runbook.md#Promote': clone,
  'docs/runbook.md#Roll back': clone,
  'docs/runbook.md#Canary': clone,
  'docs/runbook.md#Previews': clone,
  'docs/runbook.md#Keys': runbook,
  'docs/runbook.md#Walkthrough: keys of three teams': { test: 'tools/cli/src/walkthrough.test.ts' },
  'docs/runbook.md#Approve, freeze, break glass': runbook,
  'docs/runbook.md#Alerts': { test: 'tools/cli/src/alertsCommand.test.ts' },
  'docs/runbook.md#Find the line that failed': { test: 'tools/cli/src/explainCommand.test.ts' },
  'docs/runbook.md#Back up and restore the database': { test: 'e2e/specs/documents/restore.spec.ts' },
  'docs/runbook.md#Moderate': { test: 'tools/local/src/moderate.test.ts' },
  'docs/runbook.md#Rotate a key': local,
  'docs/upgrade.md#Move a slice': { test: 'tools/cli/src/upgradeCommand.test.ts' },
  'docs/upgrade.md#Find the slices that block a shell': { test: 'tools/cli/src/upgradeCommand.test.ts' },
  'docs/testing.md#Run': { reason: 'these commands run the tests' },
};
