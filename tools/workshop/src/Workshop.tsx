/** A page of the workshop: navigation, theme, and every state of every component of one folder. */
import { Button, Heading, Link, setTheme, Text, type Theme, useTheme } from '@slipway/design-system';
import type { Story } from './story';

const themes: readonly Theme[] = ['system', 'light', 'dark'];

export function Workshop({ pages, name, story }: { pages: readonly string[]; name: string; story: Story }) {
  const theme = useTheme();
  return (
    <>
      <header className="workshop-bar">
        <nav aria-label="Components">
          {pages.map((page) => (
            <Link
              key={page}
              variant="nav"
              href={`?page=${page}`}
              aria-current={page === name ? 'page' : undefined}
            >
              {page}
            </Link>
          ))}
        </nav>
        <div role="group" aria-label="Theme">
          {themes.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === theme ? 'secondary' : 'quiet'}
              aria-pressed={one === theme}
              onClick={() => {
                setTheme(one);
              }}
            >
              {one}
            </Button>
          ))}
        </div>
      </header>
      <div className="workshop-page">
        <Heading level={1}>{name}</Heading>
        {Object.entries(story).map(([component, states]) => (
          <section key={component} id={component} className="workshop-component">
            <Heading level={2} size="lg">
              {component}
            </Heading>
            {Object.entries(states).map(([state, State]) => (
              <div key={state} className="workshop-state">
                <Text as="div" size="xs" tone="subtle">
                  {state}
                </Text>
                <div className="workshop-ground" data-state={`${component}: ${state}`}>
                  <State />
                </div>
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
