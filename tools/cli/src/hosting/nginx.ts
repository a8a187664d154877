/** An environment's server for nginx: goes into its `http` block. `docs/hosting.md` says how. */
import { madeBy, type Site } from './site';
import { filled, lines } from './template';

const proxied = (upstream: string, paths: readonly string[]) => {
  const either = paths.map((path) => (path.endsWith('/') ? path : `${path}$`)).join('|');
  return `    location ~ ^(?:${either}) {
        proxy_pass ${upstream};
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header Connection "";
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        # An answer may arrive word by word, and take two minutes. How much may be sent is decided there.
        proxy_buffering off;
        proxy_read_timeout 150s;
        client_max_body_size 8m;
    }

`;
};

export function nginxSite(site: Site): string {
  const { environment, host, upstream, caching } = site;
  const own = environment.replaceAll('-', '_'); // variables are the whole server's, not this file's
  const variable = (header: string) => `$${own}_${header.toLowerCase().replaceAll('-', '_')}`;
  const ofUpstream = (header: string) => `$upstream_http_${header.toLowerCase().replaceAll('-', '_')}`;

  return filled('nginx.conf', {
    'made by': madeBy(environment),
    own,
    listen: site.listen,
    'server name': host ? `"~^${host.before}(?<preview>[a-z0-9][a-z0-9-]*)${host.after}$"` : '_',
    folder: site.folder,
    documents: site.documents('$preview'),
    'header maps': lines(
      '',
      site.headers.map(([name, value]) => `map ${ofUpstream(name)} ${variable(name)} { "" "${value}"; }`),
    ),
    'header lines': lines(
      '    ',
      site.headers.map(([name]) => `add_header ${name} ${variable(name)} always;`),
    ),
    'caching of files': caching.files,
    'caching of documents': caching.documents,
    types: lines(
      '        ',
      site.types.map(([ending, type]) => `"${type}" ${ending};`),
    ),
    upstream: upstream === undefined ? '' : proxied(upstream, site.upstreamPaths),
  });
}
