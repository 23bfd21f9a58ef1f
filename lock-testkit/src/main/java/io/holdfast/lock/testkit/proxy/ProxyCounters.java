package io.holdfast.lock.testkit.proxy;

/**
 * What a proxy has seen and done since it began.
 *
 * @param connections accepted
 * @param openConnections of these, those whose client's end is open now
 * @param commands read whole from clients
 * @param replies read whole from the server, one for each channel of a {@code SUBSCRIBE}
 * @param messages read whole from the server without having been asked for
 * @param repliesSwallowed of the replies, those that were thrown away
 * @param messagesSwallowed of the messages, those that were thrown away
 * @param cuts connections that a fault has cut
 * @param bytesToServer passed on to the server
 * @param bytesToClient passed on to clients
 */
public record ProxyCounters(
    long connections,
    long openConnections,
    long commands,
    long replies,
    long messages,
    long repliesSwallowed,
    long messagesSwallowed,
    long cuts,
    long bytesToServer,
    long bytesToClient) {}
