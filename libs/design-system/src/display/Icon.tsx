/** The icons of the app: a closed set, so that all slices use the same icon for the same meaning. */
import Activity from 'lucide/dist/esm/icons/activity.mjs';
import ArrowRight from 'lucide/dist/esm/icons/arrow-right.mjs';
import Bell from 'lucide/dist/esm/icons/bell.mjs';
import Bot from 'lucide/dist/esm/icons/bot.mjs';
import ChartLine from 'lucide/dist/esm/icons/chart-line.mjs';
import Check from 'lucide/dist/esm/icons/check.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import ChevronsUpDown from 'lucide/dist/esm/icons/chevrons-up-down.mjs';
import ChevronUp from 'lucide/dist/esm/icons/chevron-up.mjs';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import CircleDollarSign from 'lucide/dist/esm/icons/circle-dollar-sign.mjs';
import CircleUser from 'lucide/dist/esm/icons/circle-user.mjs';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import CreditCard from 'lucide/dist/esm/icons/credit-card.mjs';
import Download from 'lucide/dist/esm/icons/download.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import Headset from 'lucide/dist/esm/icons/headset.mjs';
import Heart from 'lucide/dist/esm/icons/heart.mjs';
import Info from 'lucide/dist/esm/icons/info.mjs';
import Keyboard from 'lucide/dist/esm/icons/keyboard.mjs';
import ListChecks from 'lucide/dist/esm/icons/list-checks.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import Menu from 'lucide/dist/esm/icons/menu.mjs';
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs';
import Monitor from 'lucide/dist/esm/icons/monitor.mjs';
import Moon from 'lucide/dist/esm/icons/moon.mjs';
import PenLine from 'lucide/dist/esm/icons/pen-line.mjs';
import Rocket from 'lucide/dist/esm/icons/rocket.mjs';
import RotateCcw from 'lucide/dist/esm/icons/rotate-ccw.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import Send from 'lucide/dist/esm/icons/send.mjs';
import Square from 'lucide/dist/esm/icons/square.mjs';
import Star from 'lucide/dist/esm/icons/star.mjs';
import Sun from 'lucide/dist/esm/icons/sun.mjs';
import Trash from 'lucide/dist/esm/icons/trash.mjs';
import TrendingUp from 'lucide/dist/esm/icons/trending-up.mjs';
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';
import { Drawing } from './Drawing';

const icons = {
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
};

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
  const length = `${String(size / 16)}rem`;
  return (
    <Drawing
      shapes={icons[name]}
      data-icon={name}
      width={length}
      height={length}
      fill={filled.includes(name) ? 'currentColor' : 'none'}
      // Next to a text of several lines it keeps its size.
      style={{ flexShrink: 0 }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    />
  );
}
