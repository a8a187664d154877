/** Stories of the folder `feedback/`. */
import { useState } from 'react';
import {
  Button,
  Card,
  CardSkeletons,
  ContentBoundary,
  EmptyState,
  ErrorState,
  FullScreenSpinner,
  Icon,
  Notice,
  PinnedNotice,
  PageSpinner,
  ProgressLine,
  ReservedSpace,
  Skeleton,
  SkeletonText,
  Spinner,
  Stack,
  Text,
  toast,
  Toasts,
} from '@slipway/design-system';
import type { Story } from '../story';

const kinds = ['success', 'error', 'info', 'warning'] as const;

/** Throws when it is rendered after a press. */
function Defect() {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) throw new Error('defect');
  return (
    <Button
      onClick={() => {
        setIsBroken(true);
      }}
    >
      Break this part
    </Button>
  );
}

function ToastButtons() {
  return (
    <Stack direction="row" gap="sm" wrap>
      {kinds.map((kind) => (
        <Button
          key={kind}
          onClick={() => {
            toast[kind](`Sales Outreach: a toast of kind ${kind}`);
          }}
        >
          Show {kind}
        </Button>
      ))}
    </Stack>
  );
}

export default {
  Toasts: {
    'four kinds': () => (
      <>
        <ToastButtons />
        <Toasts />
      </>
    ),
  },
  Notice: {
    tones: () => (
      <Stack gap="sm">
        <Notice>These are sample agents, because we couldn’t load the marketplace.</Notice>
        <PinnedNotice label="Overridden releases" action={<Button size="sm">Reset</Button>}>
          billing runs from http://localhost:4205.
        </PinnedNotice>
        <Notice tone="warning" action={<Button size="sm">Choose a plan</Button>}>
          You have used 9,200 of 10,000 messages this month.
        </Notice>
      </Stack>
    ),
  },
  ContentBoundary: {
    'around content that may throw': () => (
      <ContentBoundary
        failure={(_error, retry) => (
          <Stack>
            <Text>This part failed. The rest of the page works.</Text>
            <Button onClick={retry}>Try again</Button>
          </Stack>
        )}
      >
        <Defect />
      </ContentBoundary>
    ),
  },
  EmptyState: {
    'with an action': () => (
      <EmptyState
        icon={<Icon name="search" size={20} />}
        title="No agents found"
        description="Try another search term or category."
        action={<Button>Clear search</Button>}
      />
    ),
  },
  ErrorState: {
    'with retry': () => (
      <ErrorState
        title="Couldn’t load your deployments"
        description="The server did not respond."
        onRetry={() => undefined}
      />
    ),
    'in a card that is its frame': () => (
      <Card data-frame="">
        <ErrorState title="Couldn’t load daily usage" onRetry={() => undefined} />
      </Card>
    ),
    retrying: () => <ErrorState title="Couldn’t load your deployments" onRetry={() => undefined} retrying />,
  },
  ReservedSpace: {
    'in the space of cards that load': () => (
      <ReservedSpace placeholder={<CardSkeletons count={1} label="Loading" />}>
        <Card>Not created</Card>
      </ReservedSpace>
    ),
  },
  Spinner: {
    sizes: () => (
      <Stack direction="row">
        <Spinner size={14} />
        <Spinner />
        <Spinner size={28} />
      </Stack>
    ),
  },
  ProgressLine: { 'along the top': () => <ProgressLine /> },
  FullScreenSpinner: {
    loading: () => (
      // A transform makes this box its viewport.
      <div style={{ transform: 'translate(0)', height: '8rem', overflow: 'hidden' }}>
        <FullScreenSpinner />
      </div>
    ),
  },
  PageSpinner: { loading: () => <PageSpinner /> },
  Skeleton: {
    'shapes and text': () => (
      <Card aria-busy="true">
        <Stack gap="sm">
          <Text as="div">
            <Skeleton width="12rem" />
          </Text>
          <Text as="div" size="sm">
            <SkeletonText lines={3} />
          </Text>
          <Skeleton shape="pill" width="5rem" height="1.375rem" />
          <Skeleton shape="block" width="8rem" height="2rem" />
        </Stack>
      </Card>
    ),
  },
  CardSkeletons: {
    three: () => <CardSkeletons label="Loading deployments" count={3} />,
    'of agents, with two lines of figures and actions': () => (
      <CardSkeletons label="Loading agents" count={3} picture footerLines={2} />
    ),
  },
} satisfies Story;
