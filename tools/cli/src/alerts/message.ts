/** The bodies of an alert: Slack's blocks, which compatible servers read too, and plain JSON. */
import { shortVersion } from '../command-line/text';
import { wholeSeconds } from '../trust/metadata';
import type { Alert } from './alert';
import type { Rates } from './budget';

/** Slack's three control characters; everything else is text. */
const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const names = { failed: 'views fail', errors: 'views have an error' } as const;

const share = (rates: Rates, metric: 'failed' | 'errors') =>
  `${((100 * rates[metric]) / Math.max(1, rates.views)).toFixed(2)}% of ${rates.views.toLocaleString('en')} views`;

function proposed({ version, proposal }: Alert): string {
  const canary = `the canary ${shortVersion(version)}`;
  if (proposal?.next === 0) return `${canary} is worse, and was not aborted`;
  const share = proposal?.next === 100 ? 'everyone' : `${String(proposal?.next)}% of visitors`;
  return `${canary} passed ${String(proposal?.percent)}%, and was not given to ${share}`;
}

function headline(alert: Alert): string {
  const { slice, environment, version, kind, metric, isCanary } = alert;
  const place = `${slice} in ${environment}`;
  if (metric === 'files') return `${place}: files of its release are missing or altered`;
  if (metric === 'canary') return `${place}: ${proposed(alert)}`;
  return kind === 'deploy'
    ? `${place}: more ${names[metric]} since the deploy of ${shortVersion(version)}`
    : `${place}: too many ${names[metric]} for its error budget${isCanary ? `, with the canary ${shortVersion(version)}` : ''}`;
}

function difference({ kind, metric, now, before, burn, damage = [], proposal }: Alert): string {
  if (metric === 'files') return damage.join('; ');
  if (metric === 'canary') return proposal?.reasons.join('; ') ?? '';
  if (kind === 'deploy' && before)
    return `${share(now, metric)} since the deploy, ${share(before, metric)} in the day before`;
  return `${share(now, metric)} ${burn?.window ?? ''}: ${(burn?.rate ?? 0).toFixed(1)} times as fast as the budget of ${String(100 * (burn?.allowed ?? 0))}% allows`;
}

/** One line each, without markup. */
export const alertLines = (alert: Alert): string[] => [
  headline(alert),
  difference(alert),
  `Release ${alert.version}, commit ${alert.commit}, deployed ${wholeSeconds(alert.deployedAt)} by ${alert.author}`,
  ...alert.failures.map(({ text, count }) => `${String(count)} × ${text}`),
  ...(alert.rollback ? [alert.rollback] : []),
  ...(alert.proposal ? [alert.proposal.command] : []),
];

export function slackBody(alert: Alert): object {
  const [head = '', change = '', release = '', ...rest] = alertLines(alert).map(escapeSlack);
  const failures = rest.slice(0, alert.failures.length);
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
  return {
    text: `${head}: ${change}`,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: headline(alert).slice(0, 150) } },
      section([change, ...failures].join('\n')),
      ...(alert.rollback
        ? [section(`${alert.isCanary ? 'Abort it' : 'Roll back'}: \`${escapeSlack(alert.rollback)}\``)]
        : []),
      ...(alert.proposal ? [section(`Sign it: \`${escapeSlack(alert.proposal.command)}\``)] : []),
      { type: 'context', elements: [{ type: 'mrkdwn', text: `${release} · <${alert.address}>` }] },
    ],
  };
}

/** `schema` changes when a field changes its meaning. */
export const genericBody = (alert: Alert): object => ({
  schema: 1,
  type: 'slipway.alert',
  text: headline(alert),
  difference: difference(alert),
  ...alert,
});
