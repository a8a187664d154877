/**
 * The order of test files in one run: by kind, and within a kind the longest first, so that no worker ends late.
 * Components come before other files: the first file decides whether the run has one page, and some others need none.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take or wait longer than ten seconds on two busy cores. Vitest knows the time of a file only after its first run. */
const longest = [
  ...[
    'tools/backend/src/limits/slowRequests.test.ts',
    'tools/backend/src/database/embedded/embeddedPostgres.test.ts',
  ],
  ...['tools/backend/src/backup/backup.test.ts', 'tools/local/src/health/reports.test.ts'],
  ...['tools/backend/src/lite/fixes/equalResponses.test.ts', 'supabase/tests/hostedPush.test.ts'],
  ...['supabase/access/matrix.test.ts', 'supabase/pgtap/pgtap.test.ts', 'tools/pack/src/pack.test.ts'],
  ...['tools/repo/ci/dry-run/execution.test.ts', 'tools/cli/src/release/rebuild.test.ts'],
  ...['tools/cli/src/autoCanaryCommand.test.ts', 'apps/agents/src/features/agent-form/AgentForm.test.tsx'],
  ...['apps/billing/src/routes/BillingPage.test.tsx', 'apps/marketplace/src/routes/MarketplacePage.test.tsx'],
];

const isOther = ({ moduleId }: TestSpecification) => (moduleId.endsWith('.tsx') ? 0 : 1);

const rank = ({ moduleId }: TestSpecification) => {
  const found = longest.findIndex((name) => moduleId.endsWith(name));
  return found < 0 ? longest.length : found;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const kinds = [...new Set(this.ctx.projects.map(({ name }) => name))];
    const kind = ({ project }: TestSpecification) => kinds.indexOf(project.name);
    return sorted.sort((a, b) => kind(a) - kind(b) || rank(a) - rank(b) || isOther(a) - isOther(b));
  }
}
