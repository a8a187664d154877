/** The parts of web server configurations that find the document of an address; see `documentPaths`. */
import { MOST_SEGMENTS } from '@slipway/contracts';
import { documentPaths } from '../store/documentPaths';

const FIRST = '[a-z0-9-]+';
const OTHER = String.raw`[^/\x00-\x1f\x7f]+`;

const range = (end: number) => Array.from({ length: end }, (_, index) => index + 1);

interface AddressForm {
  /** A regular expression with a group for each segment, and one for all after the most that a route may have. */
  pattern: string;
  /** The names of the groups. */
  groups: readonly string[];
}

/** Addresses with one segment, with two, and so on; then all longer ones. */
function addressForms(group: (name: string, expression: string) => string): AddressForm[] {
  const names = range(MOST_SEGMENTS).map((at) => `s${String(at)}`);
  const patternOf = (count: number) =>
    names
      .slice(0, count)
      .map((name, at) => `/${group(name, at === 0 ? FIRST : OTHER)}`)
      .join('');
  return [
    ...names.map((_, at) => ({ pattern: patternOf(at + 1), groups: names.slice(0, at + 1) })),
    {
      pattern: `${patternOf(MOST_SEGMENTS)}/${group('rest', `${OTHER}(?:/${OTHER})*`)}`,
      groups: [...names, 'rest'],
    },
  ];
}

export const nginxDocuments = (folder: string): string =>
  addressForms((name, expression) => `(?<${name}>${expression})`)
    .map(({ pattern, groups }) => {
      const names = documentPaths(groups.map((name) => `$${name}`));
      const files = names.map((name) => `            ${folder}/${name}.html`).join('\n');
      return `    location ~ "^${pattern}/*$" {
        if ($request_method !~ ^(?:GET|HEAD)$) { return 405; }
        try_files
${files}
            =404;
    }
`;
    })
    .join('');

export const caddyDocuments = (folder: string, prefix: string): string =>
  addressForms((_name, expression) => `(${expression})`)
    .map(({ pattern, groups }, index) => {
      const name = `page${String(index + 1)}`;
      const files = documentPaths(groups.map((_, at) => `{re.${name}.${String(at + 1)}}`))
        .map((path) => `${folder}/${path}.html`)
        .join(' ');
      return `	@${name} path_regexp ${name} ^${pattern}/*$
	handle @${name} {
		@found file {
			try_files ${files}
		}
		handle @found {
			rewrite * {file_match.relative}
			import ${prefix}_document
		}
		handle {
			import ${prefix}_not_found
		}
	}
`;
    })
    .join('');
