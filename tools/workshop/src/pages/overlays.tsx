/** Stories of the folder `overlays/`; a button opens each. One file: a page of the workshop per folder. */
import { useState } from 'react';
import {
  Button,
  Icon,
  IconButton,
  Link,
  Select,
  Stack,
  Text,
  TextArea,
  TextInput,
} from '@slipway/design-system';
import {
  CommandList,
  ConfirmDialog,
  Dialog,
  DiscardDialog,
  Drawer,
  type DrawerProps,
  Menu,
  Outline,
  Panel,
  Popover,
  RowButton,
  Tooltip,
} from '@slipway/design-system/overlays';
import type { Story } from '../story';

function useOpen() {
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    open: () => {
      setOpen(true);
    },
    close: () => {
      setOpen(false);
    },
  };
}

function Confirmation() {
  const { isOpen, open, close } = useOpen();
  return (
    <>
      <Button variant="danger" data-opens="" onClick={open}>
        Delete agent
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Delete Sales Outreach?"
        description="Its deployments stop, and its keys are revoked at once."
        cancelLabel="Keep it"
        confirmLabel="Delete"
        onConfirm={close}
        onClose={close}
      />
    </>
  );
}

function Discard() {
  const { isOpen, open, close } = useOpen();
  return (
    <>
      <Button data-opens="" onClick={open}>
        Close the form
      </Button>
      <DiscardDialog open={isOpen} onConfirm={close} onClose={close} />
    </>
  );
}

function Form() {
  const { isOpen, open, close } = useOpen();
  return (
    <>
      <Button variant="primary" data-opens="" onClick={open}>
        New agent
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="New agent"
        description="It is private until you publish it."
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Create
            </Button>
          </>
        }
      >
        <Stack>
          <TextInput label="Name" placeholder="Sales Outreach" />
          <Select label="Category" options={[{ value: 'sales', label: 'Sales' }]} placeholder="Choose one" />
          <TextArea label="Description" characterLimit={500} rows={6} />
          <TextArea label="Prompt" rows={8} />
        </Stack>
      </Dialog>
    </>
  );
}

function Details() {
  const { isOpen, open, close } = useOpen();
  return (
    <>
      <Button data-opens="" onClick={open}>
        Details of Sales Outreach
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        kind="panel"
        size="lg"
        title="Sales Outreach"
        description="by Amara Okafor"
        actions={
          <Button variant="primary" onClick={close}>
            Install
          </Button>
        }
      >
        <Text>Qualifies leads and drafts follow-ups.</Text>
      </Dialog>
    </>
  );
}

/** Without `data-opens`: axe does not know that browsers focus scrollable areas. */
function Terms() {
  const { isOpen, open, close } = useOpen();
  return (
    <>
      <Button onClick={open}>Terms</Button>
      <Dialog open={isOpen} onClose={close} kind="panel" title="Terms of use">
        <Text preserveLines>{'Each call costs what you agreed to.\n'.repeat(30)}</Text>
      </Dialog>
    </>
  );
}

function AccountPopover() {
  const { isOpen, open, close } = useOpen();
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  return (
    <>
      <Button ref={setAnchor} data-opens="" aria-expanded={isOpen} onClick={isOpen ? close : open}>
        Account
      </Button>
      {isOpen && anchor && (
        <Popover
          label="Account"
          anchor={anchor}
          align="start"
          footer={
            <Link variant="row" href="#here" onClick={close}>
              Settings
            </Link>
          }
          onClose={close}
        >
          <Stack as="nav" gap="xxs" aria-label="Account pages">
            {['Profile', 'Billing'].map((place) => (
              <Link key={place} variant="row" href="#here" onClick={close}>
                {place}
              </Link>
            ))}
          </Stack>
        </Popover>
      )}
    </>
  );
}

function Sheet({ side }: { side: NonNullable<DrawerProps['side']> }) {
  const { isOpen, open, close } = useOpen();
  return (
    <>
      <Button data-opens="" onClick={open}>
        From the {side}
      </Button>
      <Drawer
        open={isOpen}
        onClose={close}
        side={side}
        title="Navigation"
        footer={<Button onClick={close}>Sign Out</Button>}
      >
        <nav aria-label={`Places, ${side}`}>
          <Stack gap="xs">
            {['Dashboard', 'My Agents', 'Marketplace'].map((place) => (
              <Link key={place} variant="nav" href="#here">
                {place}
              </Link>
            ))}
          </Stack>
        </nav>
      </Drawer>
    </>
  );
}

const places = ['Dashboard', 'My Agents', 'Marketplace', 'Billing & Usage'];

function Commands() {
  const { isOpen, open, close } = useOpen();
  const [query, setQuery] = useState('');
  const found = places.filter((place) => place.toLowerCase().includes(query.toLowerCase()));
  return (
    <>
      <Button data-opens="" onClick={open}>
        Search everything
      </Button>
      {isOpen && (
        <CommandList
          label="Go to"
          placeholder="A page, an agent"
          query={query}
          onQueryChange={setQuery}
          groups={[
            {
              label: 'Pages',
              commands: found.map((place) => ({
                ...{ id: place, label: place, onSelect: close },
                ...(place === 'Marketplace' && { hint: 'W'.repeat(80) }),
              })),
            },
          ].filter(({ commands }) => commands.length > 0)}
          status={found.length === 0 ? 'Nothing found' : `${String(found.length)} found`}
          onClose={close}
        />
      )}
    </>
  );
}

function Inspector() {
  const { isOpen, open, close } = useOpen();
  return (
    <>
      <Button data-opens="" onClick={open}>
        Releases on this page
      </Button>
      {isOpen && (
        <Panel title="Releases on this page" onClose={close} footer={<Button onClick={close}>Reset</Button>}>
          <Select label="billing" options={[{ value: '', label: 'As for everyone' }]} />
        </Panel>
      )}
    </>
  );
}

function Outlined() {
  const { isOpen, open, close } = useOpen();
  return (
    <Stack gap="sm">
      <Button onClick={isOpen ? close : open}>Show outlines</Button>
      {isOpen && (
        <>
          <Outline label="billing 1a2b3c4d · billing-team" left={8} top={8} width={240} height={80} />
          <Outline label="agents 5e6f7a8b" left={8} top={96} width={240} height={80} tone="warning" />
        </>
      )}
    </Stack>
  );
}

export default {
  CommandList: { pages: Commands },
  Dialog: {
    confirmation: Confirmation,
    'unsaved input': Discard,
    'a form': Form,
    panel: Details,
    'a long text': Terms,
  },
  Drawer: {
    'right and bottom': () => (
      <Stack direction="row" gap="sm" wrap>
        <Sheet side="right" />
        <Sheet side="bottom" />
      </Stack>
    ),
  },
  Menu: {
    actions: () => (
      <Menu
        label="Actions for Sales Outreach"
        items={[
          { id: 'open', label: 'Open playground', icon: <Icon name="external" />, onSelect: () => undefined },
          { id: 'copy', label: 'Copy address', icon: <Icon name="copy" />, onSelect: () => undefined },
          {
            id: 'export',
            label: 'Export',
            icon: <Icon name="download" />,
            disabled: true,
            onSelect: () => undefined,
          },
          {
            id: 'delete',
            label: 'Delete',
            icon: <Icon name="close" />,
            tone: 'danger',
            onSelect: () => undefined,
          },
        ]}
      >
        {(aria) => (
          <IconButton {...aria} data-opens="" variant="secondary" label="Actions">
            <Icon name="more" />
          </IconButton>
        )}
      </Menu>
    ),
  },
  Outline: { 'around a region': Outlined },
  Panel: { 'beside the page': Inspector },
  Popover: { account: AccountPopover },
  Tooltip: {
    'above and below': () => (
      <Stack direction="row" gap="sm" wrap>
        <Tooltip text="Takes about a minute, without downtime.">
          {(aria) => <Button {...aria}>Redeploy</Button>}
        </Tooltip>
        <Tooltip text="Since the first of the month." side="bottom">
          {(aria) => <Button {...aria}>Usage</Button>}
        </Tooltip>
      </Stack>
    ),
    'on text': () => <Text>Only controls have tooltips; text needs none.</Text>,
  },
  RowButton: {
    'among links': () => (
      <Stack gap="xxs">
        <Link variant="row" href="#here">
          <Icon name="person" />
          Profile
        </Link>
        <RowButton>
          <Icon name="signOut" />
          Sign Out
        </RowButton>
      </Stack>
    ),
  },
} satisfies Story;
