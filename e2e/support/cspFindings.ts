/** Findings of Google's CSP Evaluator in a content security policy, without the exceptions that have a reason here. */
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
      'The origin serves no JSONP, no Angular and no uploads, and only scripts that the composition lists with their hash can run.',
  },
];

/** One line for each finding, except hints (`INFO`) and `exceptions`. */
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
