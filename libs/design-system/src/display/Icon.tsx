/** The icons of the app: a closed set, so that all slices use the same icon for the same meaning. */
import type { ComponentType, SVGProps } from 'react';
import Activity from 'lucide-react/icons/activity';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Bell from 'lucide-react/icons/bell';
import Bot from 'lucide-react/icons/bot';
import ChartLine from 'lucide-react/icons/chart-line';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import CircleUser from 'lucide-react/icons/circle-user';
import Copy from 'lucide-react/icons/copy';
import CreditCard from 'lucide-react/icons/credit-card';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Headset from 'lucide-react/icons/headset';
import Heart from 'lucide-react/icons/heart';
import Info from 'lucide-react/icons/info';
import Keyboard from 'lucide-react/icons/keyboard';
import ListChecks from 'lucide-react/icons/list-checks';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import MessageSquare from 'lucide-react/icons/message-square';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import PenLine from 'lucide-react/icons/pen-line';
import Rocket from 'lucide-react/icons/rocket';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Search from 'lucide-react/icons/search';
import Send from 'lucide-react/icons/send';
import Square from 'lucide-react/icons/square';
import Star from 'lucide-react/icons/star';
import Sun from 'lucide-react/icons/sun';
import Trash from 'lucide-react/icons/trash-2';
import TrendingUp from 'lucide-react/icons/trending-up';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Users from 'lucide-react/icons/users';
import X from 'lucide-react/icons/x';

/** Types each icon as an SVG component: the library's type has no name that a declaration could refer to. */
const pictures = <Name extends string>(set: Record<Name, ComponentType<SVGProps<SVGSVGElement>>>) => set;

const icons = pictures({
  activity: Activity,
  agent: Bot,
  arrowRight: ArrowRight,
  bell: Bell,
  billing: CreditCard,
  chart: ChartLine,
  check: Check,
  close: X,
  copy: Copy,
  danger: CircleAlert,
  dark: Moon,
  delete: Trash,
  deploy: Rocket,
  down: ChevronDown,
  download: Download,
  external: ExternalLink,
  favorite: Heart,
  favorited: Heart,
  hide: EyeOff,
  info: Info,
  keyboard: Keyboard,
  light: Sun,
  menu: Menu,
  messages: MessageSquare,
  money: CircleDollarSign,
  more: Ellipsis,
  people: Users,
  person: CircleUser,
  retry: RotateCcw,
  search: Search,
  send: Send,
  show: Eye,
  signOut: LogOut,
  sort: ChevronsUpDown,
  star: Star,
  stop: Square,
  success: CircleCheck,
  support: Headset,
  system: Monitor,
  tasks: ListChecks,
  trend: TrendingUp,
  up: ChevronUp,
  warning: TriangleAlert,
  write: PenLine,
});

/** Drawn as areas. */
const filled: readonly string[] = ['favorited', 'star'];

export interface IconProps {
  name: keyof typeof icons;
  /** The accessible name. Without one the icon is decorative. */
  label?: string;
  /** CSS pixels at the default text size; scales with the text. */
  size?: number;
}

export function Icon({ name, label, size = 16 }: IconProps) {
  const Picture = icons[name];
  const length = `${String(size / 16)}rem`;
  return (
    <Picture
      width={length}
      height={length}
      strokeWidth={1.75}
      fill={filled.includes(name) ? 'currentColor' : 'none'}
      // Next to a text of several lines it keeps its size.
      style={{ flexShrink: 0 }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
