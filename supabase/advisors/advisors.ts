/** Supabase's advisors (the splinter lints), run with its command line, which needs neither Docker nor an account. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

const commandLine = createRequire(import.meta.url).resolve('supabase/dist/supabase.js');

export interface Finding {
  /** The lint, such as `rls_disabled_in_public`. */
  name: string;
  level: 'ERROR' | 'WARN' | 'INFO';
  categories: ('SECURITY' | 'PERFORMANCE')[];
  /** A sentence that names the table, function or policy. */
  detail: string;
}

/** All findings of the security and performance advisors, in their order. @throws when the command fails */
export async function findingsOf(databaseUrl: string): Promise<Finding[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      commandLine,
      ...['db', 'advisors', `--remote=${databaseUrl}`, '--type=all', '--level=info', '--fail-on=none'],
      ...['--output-format=json', '--agent=no', `--workdir=${tmpdir()}`],
    ],
    { env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' } },
  );
  const { results } = JSON.parse(stdout) as { results: Finding[] };
  return results;
}

/** A finding in one line. */
export const described = ({ level, name, detail }: Finding): string => `${level} ${name}: ${detail}`;
