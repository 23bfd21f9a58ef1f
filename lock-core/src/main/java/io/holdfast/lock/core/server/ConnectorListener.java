package io.holdfast.lock.core.server;

/** Hears what becomes of the connections of a client. Called on any thread; must not block. */
interface ConnectorListener {

  /** Lettuce could not reconnect. */
  void notReconnected(Throwable reason);

  /**
   * Requests may go to another server than those before them, or overtake them: a node has
   * redirected one, the cluster has another topology, or the connection to a node came or went.
   * Told before the first of them is sent.
   */
  void pathChanged();

  /**
   * Another server is the master now, while there are connections to the old one, which may go on
   * serving.
   *
   * @param address of the new one
   */
  void masterMoved(String address);

  /** Until there is one that wants to know. */
  ConnectorListener NONE =
      new ConnectorListener() {
        @Override
        public void notReconnected(Throwable reason) {
          // The caller that connects hears of it.
        }

        @Override
        public void pathChanged() {
          // Nothing was sent yet.
        }

        @Override
        public void masterMoved(String address) {
          // Nobody is connected yet.
        }
      };
}
