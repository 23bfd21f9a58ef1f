package io.holdfast.spring.proxy;

/**
 * The order that the annotation on a configuration asks for.
 *
 * @param order the order of the advice
 */
public record DeclaredOrder(int order) {}
