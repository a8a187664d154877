/** An environment's site for Caddy: imported by a Caddyfile. `docs/hosting.md` says how. */
import { madeBy, type Site } from './site';
import { filled, lines } from './template';

const proxied = (upstream: string, paths: readonly string[]) => {
  const either = paths.map((path) => (path.endsWith('/') ? path : `${path}$`)).join('|');
  return `	@upstream path_regexp ^(?:${either})
	handle @upstream {
		reverse_proxy ${upstream} {
			# An answer may arrive word by word.
			flush_interval -1
		}
	}

`;
};

export function caddySite(site: Site): string {
  const { environment, host, upstream, caching } = site;
  const [port = '', address] = site.listen.split(':').reverse();
  const preview = host
    ? `	map {host} {preview} {
		~^${host.before}([a-z0-9][a-z0-9-]*)${host.after}$ "\${1}"
	}
`
    : '';

  return filled('Caddyfile', {
    'made by': madeBy(environment),
    own: environment.replaceAll('-', '_'),
    host: host ? host.wildcard : '',
    port,
    bind: address === undefined ? '' : `	bind ${address}\n`,
    folder: site.folder,
    preview,
    documents: site.documents('{preview}'),
    'header lines': lines(
      '\t\t',
      site.headers.map(([name, value]) => `?${name} "${value}"`),
    ),
    'caching of files': caching.files,
    'caching of documents': caching.documents,
    types: lines(
      '\t\t',
      site.types.map(([ending, type]) => `~\\.${ending}$ "${type}"`),
    ),
    upstream: upstream === undefined ? '' : proxied(upstream, site.upstreamPaths),
  });
}
