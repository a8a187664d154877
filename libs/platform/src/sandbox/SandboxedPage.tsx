/**
 * A page of a sandboxed slice: its title from the signed manifest, and its frame (decision 073). The frame gets no
 * token, cookie or storage of the app. Only pages of such slices load this module.
 */
import type { ComponentType } from 'react';
import { parseComposedFrame } from '@slipway/contracts';
import { Page, PageSpinner } from '@slipway/design-system';
import { NO_LIMIT } from './limiter';
import type { SandboxKit } from './sandboxKit';
import { type FramedSlice, useFrame } from './useFrame';

/**
 * Scripts and forms; the frame's policy blocks submitting them. Without `allow-same-origin` the frame has an opaque
 * origin.
 */
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
    // A frame gets its path and query only when it starts, so a new path needs a new frame.
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

/** As tall as the spinner that it replaces, so that the content below moves at most once, below the fold. */
const shown = { display: 'block', width: '100%', minHeight: '60vh', border: 0 } as const;
/** Full width, so that the first height is right. */
const hidden = { ...shown, visibility: 'hidden', minHeight: 0, height: 0 } as const;
