/** The header table as hosts of static files take it: `_headers` (Netlify, Cloudflare), and a policy for CloudFront. */
import { madeBy, type Site } from './site';

/** Netlify and Cloudflare join the values of two rules for one header: each stands in one rule alone. */
export const headersFile = ({ environment, headers, caching }: Site): string =>
  [
    madeBy(environment),
    '/*',
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
    '',
    '/slices/*',
    `  Cache-Control: ${caching.files}`,
    '',
  ].join('\n');

/** For `aws cloudfront create-response-headers-policy --response-headers-policy-config file://…`. */
export function cloudFrontPolicy({ environment, headers }: Site): string {
  const table = new Map(headers);
  const value = (name: string) => table.get(name) ?? '';
  const [, maxAge = '0'] = /max-age=(\d+)/.exec(value('Strict-Transport-Security')) ?? [];
  // What CloudFront has a field of its own for, it takes nowhere else.
  const fields = {
    ContentSecurityPolicy: { ContentSecurityPolicy: value('Content-Security-Policy') },
    ContentTypeOptions: {},
    FrameOptions: { FrameOption: value('X-Frame-Options') },
    ReferrerPolicy: { ReferrerPolicy: value('Referrer-Policy') },
    ...(table.has('Strict-Transport-Security')
      ? { StrictTransportSecurity: { AccessControlMaxAgeSec: Number(maxAge), IncludeSubdomains: true } }
      : {}),
  };
  const known = [
    'Content-Security-Policy',
    'X-Content-Type-Options',
    'X-Frame-Options',
    'Referrer-Policy',
    'Strict-Transport-Security',
  ];
  const others = headers.filter(([name]) => !known.includes(name));
  const policy = {
    Name: `slipway-${environment}`,
    Comment: `Made by: npx slipway env hosting ${environment}`,
    SecurityHeadersConfig: Object.fromEntries(
      Object.entries(fields).map(([field, settings]) => [field, { Override: true, ...settings }]),
    ),
    CustomHeadersConfig: {
      Quantity: others.length,
      Items: others.map(([Header, Value]) => ({ Header, Value, Override: true })),
    },
  };
  return `${JSON.stringify(policy, null, 2)}\n`;
}
