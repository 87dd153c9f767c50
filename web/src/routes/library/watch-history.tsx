export { HistoryScreen as Component } from '../../features/library/history/history-screen.tsx'
