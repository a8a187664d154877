/** What Google's CSP Evaluator finds in a content security policy, but for what is known and has its reason here. */
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity, Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

interface Exception {
  type: Type;
  directive: string;
  value: string;
  reason: string;
}

const exceptions: readonly Exception[] = [
  {
    type: Type.SCRIPT_ALLOWLIST_BYPASS,
    directive: 'script-src',
    value: "'self'",
    reason:
      'The origin serves no JSONP, no Angular and nothing that people upload, and a script has to be one that the composition lists, with its hash.',
  },
];

/** Each finding that may matter, as a line; a mere hint (`INFO`) and what `exceptions` names are left out. */
export const findings = (policy: string): string[] =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .filter(
      (finding) =>
        !exceptions.some(
          ({ type, directive, value }) =>
            type === finding.type && directive === finding.directive && value === finding.value,
        ),
    )
    .map(
      ({ severity, directive, value = '', description }) =>
        `${Severity[severity]} ${directive} ${value}: ${description}`,
    );
