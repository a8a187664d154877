/**
 * A page of a sandboxed slice: its title from the signed manifest, and below it the frame (decision 073). No token, no
 * cookie and no storage of the app reaches it. Only pages that show such a slice load this module.
 */
import type { ComponentType } from 'react';
import { parseComposedFrame } from '@slipway/contracts';
import { Page, PageSpinner } from '@slipway/design-system';
import { NO_LIMIT } from './limiter';
import type { SandboxKit } from './sandboxKit';
import { type FramedSlice, useFrame } from './useFrame';

/** Scripts and forms, whose policy sends them nowhere. Without `allow-same-origin` the frame has no origin. */
const SANDBOX = 'allow-scripts allow-forms';

const isThere = Promise.resolve();

/** The component of a route of a sandboxed slice. */
export const sandboxedPage = (slice: string, route: string, kit: SandboxKit): ComponentType =>
  function SandboxedPage() {
    const { composition } = kit.useHost();
    const { pathname, search } = kit.useLocation();
    const release = composition.slices[slice];
    const frame = parseComposedFrame(release?.frame);
    if (!release || !frame || !composition.sandbox) {
      throw new kit.LoadFailure(
        'load',
        'manifest',
        'slice_incompatible',
        `${slice} has no frame in this composition`,
      );
    }
    const address = composition.sandbox.origin + release.base + frame.file;
    // A frame learns its path and query only when it starts.
    const key = `${address} ${pathname}${search}`;
    return <FramePage key={key} slice={slice} route={route} frame={{ ...frame, address }} kit={kit} />;
  };

function FramePage({ slice, route, frame, kit }: FramedSlice) {
  const { Waiting } = kit;
  const { routes } = kit.useHost();
  const title = routes.find((one) => one.slice === slice && one.path === route)?.title ?? slice;
  const { element, isReady, height } = useFrame({ slice, route, frame, kit }, title);
  return (
    <Page title={title}>
      {!isReady && (
        <Waiting label={title} step="page" limit={NO_LIMIT} component={isThere}>
          <PageSpinner />
        </Waiting>
      )}
      <iframe
        ref={element}
        title={title}
        src={frame.address}
        sandbox={SANDBOX}
        referrerPolicy="no-referrer"
        style={isReady ? { ...shown, height } : hidden}
      />
    </Page>
  );
}

/** As tall as the spinner before it, so that the content below moves once at most, and out of sight. */
const shown = { display: 'block', width: '100%', minHeight: '60vh', border: 0 } as const;
/** With a width, so that the first height is right. */
const hidden = { ...shown, visibility: 'hidden', minHeight: 0, height: 0 } as const;
