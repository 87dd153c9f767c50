export { HistoryScreen as Component } from '../features/history/history-screen.tsx'
